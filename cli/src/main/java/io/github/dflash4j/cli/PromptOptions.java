/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The prompt in one of its three forms. */
final class PromptOptions {
  private static final int LARGEST_FILE = 64 << 20;

  /** Token ids; an array would mean several values to picocli. */
  private record Ids(int[] values) {}

  /** Reads token ids separated by commas. */
  static final class IdReader implements ITypeConverter<Ids> {
    @Override
    public Ids convert(String text) {
      try {
        int[] ids =
            Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .mapToInt(Integer::parseInt)
                .toArray();
        if (Arrays.stream(ids).allMatch(id -> id >= 0)) {
          return new Ids(ids);
        }
      } catch (NumberFormatException e) {
        // said below
      }
      throw new TypeConversionException(
          "token ids such as 1,403,407 are needed, not '" + text + "'");
    }
  }

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(names = "--prompt", paramLabel = "TEXT", description = "The text to go on with.")
  private String text;

  @Option(
      names = "--prompt-file",
      paramLabel = "FILE",
      description = "A UTF-8 file with that text, every byte of it; - for standard input.")
  private Path file;

  @Option(
      names = "--prompt-ids",
      paramLabel = "IDS",
      converter = IdReader.class,
      description = "Token ids in place of text, such as 1,403,407. Nothing is put in front.")
  private Ids ids;

  /** Checks what picocli cannot. */
  void check() {
    long given = Stream.of(text, file, ids).filter(Objects::nonNull).count();
    if (given != 1) {
      throw new ParameterException(
          command.commandLine(),
          given == 0
              ? "A prompt is needed: one of --prompt, --prompt-file and --prompt-ids"
              : "Only one of --prompt, --prompt-file and --prompt-ids can be given");
    }
    if (text != null && text.isEmpty()) {
      throw new ParameterException(command.commandLine(), "The prompt is empty");
    }
  }

  /** Whether the prompt is given as token ids. */
  boolean isIds() {
    return ids != null;
  }

  /** The token ids, if {@link #isIds()}. */
  int[] ids() {
    return ids.values().clone();
  }

  /** The text, if not {@link #isIds()}. */
  String text(InputStream standardInput) {
    if (text != null) {
      return text;
    }
    boolean standard = file.toString().equals("-");
    try {
      byte[] bytes = standard ? read(standardInput) : read(file);
      if (bytes.length == 0) {
        throw new IllegalArgumentException(source(standard) + ": the prompt is empty");
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(source(standard) + ": the prompt is not UTF-8 text", e);
    } catch (IOException e) {
      throw new UncheckedIOException("the prompt cannot be read", e);
    }
  }

  private String source(boolean standard) {
    return standard ? "standard input" : file.toString();
  }

  private byte[] read(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      throw new IllegalArgumentException(path + ": this is a folder, not a prompt");
    }
    try (InputStream in = Files.newInputStream(path)) {
      return read(in);
    }
  }

  private byte[] read(InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(LARGEST_FILE + 1);
    if (bytes.length > LARGEST_FILE) {
      throw new IllegalArgumentException("the prompt is larger than 64 MiB");
    }
    return bytes;
  }
}
