/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.Charset;
import java.util.Locale;

/**
 * Standard output or standard error. Unlike {@link java.io.PrintStream} standard output does not
 * swallow errors: a reader that went away ends the program quietly, a full disk is reported, each
 * once. Standard error, where that would be reported, is given up in silence.
 */
final class TextOutput extends Writer {

  /** Writing failed. */
  static final class LostException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean readerGone;

    private LostException(IOException cause) {
      super("standard output cannot be written: " + cause.getMessage(), cause);
      String reason = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
      readerGone = reason.contains("pipe");
    }

    /** Whether it failed because nobody reads any more, as behind {@code | head}. */
    boolean readerGone() {
      return readerGone;
    }
  }

  private final Writer encoder;
  private final boolean terminal;
  private final boolean colours;
  private final boolean vital;
  private boolean lineOpen;
  private boolean lost;

  private TextOutput(
      OutputStream stream, Charset charset, boolean vital, boolean terminal, boolean colours) {
    this.encoder = new OutputStreamWriter(new BufferedOutputStream(stream), charset);
    this.vital = vital;
    this.terminal = terminal;
    this.colours = colours;
  }

  /** Standard output. */
  static TextOutput out(OutputStream stream, Charset charset, boolean terminal, boolean colours) {
    return new TextOutput(stream, charset, true, terminal, colours);
  }

  /** Standard error. */
  static TextOutput err(OutputStream stream, Charset charset, boolean terminal, boolean colours) {
    return new TextOutput(stream, charset, false, terminal, colours);
  }

  boolean isTerminal() {
    return terminal;
  }

  boolean hasColours() {
    return colours;
  }

  void print(String text) {
    write(text.toCharArray(), 0, text.length());
  }

  void line(String text) {
    print(text);
    print("\n");
  }

  /** Ends the line if it was begun. */
  void endLine() {
    if (lineOpen) {
      print("\n");
    }
  }

  @Override
  public void write(char[] text, int offset, int count) {
    if (count == 0 || lost) {
      return;
    }
    lineOpen = text[offset + count - 1] != '\n';
    try {
      encoder.write(text, offset, count);
    } catch (IOException e) {
      lose(e);
    }
  }

  @Override
  public void flush() {
    try {
      if (!lost) {
        encoder.flush();
      }
    } catch (IOException e) {
      lose(e);
    }
  }

  @Override
  public void close() {
    flush();
  }

  private void lose(IOException cause) {
    lost = true;
    if (vital) {
      throw new LostException(cause);
    }
  }
}
