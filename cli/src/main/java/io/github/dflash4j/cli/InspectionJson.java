/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.cli.Inspection.TensorLine;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What {@code inspect} writes as JSON; README describes the fields. */
final class InspectionJson {
  private InspectionJson() {}

  /**
   * All models, failures and pairs.
   *
   * @param failures path to message of what could not be opened
   */
  static ObjectNode of(List<Inspection> models, Map<String, String> failures, List<PairFit> pairs) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("dflash4j", Version.ofProgram());
    ArrayNode all = root.putArray("models");
    models.forEach(model -> all.add(model(model)));
    ArrayNode failed = root.putArray("failures");
    failures.forEach((path, message) -> failed.addObject().put("path", path).put("error", message));
    ArrayNode fits = root.putArray("pairs");
    for (PairFit pair : pairs) {
      fits.addObject()
          .put("draft", pair.draft())
          .put("target", pair.target())
          .put("fits", pair.fits())
          .put("why_not", pair.fits() ? null : pair.refusal());
    }
    return root;
  }

  private static ObjectNode model(Inspection model) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("path", model.path());
    node.put("kind", model.kind());
    node.put("line", model.line());
    ObjectNode details = node.putObject("details");
    model.details().forEach(d -> details.put(key(d.name()), d.value()));
    ArrayNode tensors = node.putArray("tensors");
    model.tensors().forEach(t -> tensors.add(tensor(t)));
    ObjectNode memory = node.putObject("memory_bytes");
    model.memory().forEach(m -> memory.put(key(m.name()), m.bytes()));
    ArrayNode notes = node.putArray("notes");
    model.notes().forEach(notes::add);
    return node;
  }

  private static ObjectNode tensor(TensorLine t) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("name", t.name());
    node.put("type", t.type());
    if (t.bytes() >= 0) {
      ArrayNode shape = node.putArray("shape");
      for (String size : t.shape().split(" x ")) {
        if (!size.isEmpty()) {
          shape.add(Long.parseLong(size));
        }
      }
      node.put("bytes", t.bytes());
    }
    return node;
  }

  private static String key(String name) {
    return name.replace(' ', '_');
  }
}
