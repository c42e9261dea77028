/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.draft.MtpDraft;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** How far the multi-token prediction head of a target looks ahead. */
final class MtpSteps {
  /** In place of the path of a draft. A folder of that name is reached as {@code ./mtp}. */
  static final String MTP = "mtp";

  /** Reads a number of steps. */
  static final class Steps implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      if (!text.matches("[" + MtpDraft.MIN_STEPS + "-" + MtpDraft.MAX_STEPS + "]")) {
        throw new TypeConversionException(
            "steps are "
                + MtpDraft.MIN_STEPS
                + " to "
                + MtpDraft.MAX_STEPS
                + ", not '"
                + text
                + "'");
      }
      return Integer.valueOf(text);
    }
  }

  @Option(
      names = "--mtp-steps",
      paramLabel = "N",
      converter = Steps.class,
      description = {
        "With --draft mtp: tokens the head proposes in a step, "
            + MtpDraft.MIN_STEPS
            + " to "
            + MtpDraft.MAX_STEPS
            + ". Default: "
            + MtpDraft.DEFAULT_STEPS
            + "."
      })
  private Integer steps;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  static boolean isMeant(Path draft) {
    return draft != null && draft.toString().equals(MTP);
  }

  /** Refuses steps without a head. */
  void check(boolean mtp) {
    if (steps != null && !mtp) {
      throw new ParameterException(spec.commandLine(), "--mtp-steps needs --draft mtp");
    }
  }

  int steps() {
    return steps == null ? MtpDraft.DEFAULT_STEPS : steps;
  }
}
