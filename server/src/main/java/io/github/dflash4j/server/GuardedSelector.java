/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.server;

import io.helidon.common.buffers.BufferData;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.util.Set;

/** Tells the guard of every connection when it is opened, before anything is read from it. */
final class GuardedSelector implements ServerConnectionSelector {
  private final ServerConnectionSelector protocol;
  private final ConnectionGuard guard;

  GuardedSelector(ServerConnectionSelector protocol, ConnectionGuard guard) {
    this.protocol = protocol;
    this.guard = guard;
  }

  @Override
  public int bytesToIdentifyConnection() {
    return protocol.bytesToIdentifyConnection();
  }

  @Override
  public Support supports(BufferData data) {
    return protocol.supports(data);
  }

  @Override
  public Set<String> supportedApplicationProtocols() {
    return protocol.supportedApplicationProtocols();
  }

  @Override
  public ServerConnection connection(ConnectionContext context) {
    guard.opened(context);
    return protocol.connection(context);
  }
}
