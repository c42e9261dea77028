/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;

/** Entry point of the command line. */
@Command(
    name = "dflash4j",
    description = {
      "Lossless speculative decoding with DFlash drafts.",
      "Writes the same text as the target alone, in fewer passes of the target."
    },
    versionProvider = Version.class,
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    footer = {"", "'dflash4j COMMAND --help' explains a command. Begin with 'dflash4j demo'."},
    synopsisSubcommandLabel = "COMMAND")
final class Main implements Callable<Integer> {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Explain and end.")
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the versions of program and Java and what computes, and end.")
  private boolean version;

  @Option(names = "--debug", hidden = true, scope = ScopeType.INHERIT)
  private boolean debug;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  private Main() {}

  /**
   * Runs a command and ends the process with its exit code.
   *
   * @param args the arguments
   */
  static void main(String[] args) {
    System.exit(run(StandardStreams.ofProcess(), args));
  }

  /**
   * Runs a command.
   *
   * @return 0, 1 if it failed, 2 if the command line is wrong, 3 if vector code was required and
   *     there is none
   */
  static int run(StandardStreams streams, String... args) {
    NoteLoggers.startCommand();
    Main main = new Main();
    // What picocli writes itself, help and version, is collected: it would print its own errors.
    StringWriter help = new StringWriter();
    CommandLine line =
        new CommandLine(main)
            .addSubcommand("demo", new DemoCommand(streams))
            .addSubcommand("generate", new GenerateCommand(streams))
            .addSubcommand("serve", new ServeCommand(streams))
            .addSubcommand("inspect", new InspectCommand(streams))
            .addSubcommand("convert", new ConvertCommand(streams))
            .addSubcommand("compare", new CompareCommand(streams))
            .addSubcommand("score", new ScoreCommand(streams))
            .addSubcommand("doctor", new DoctorCommand(streams))
            .registerConverter(Path.class, Main::path)
            .setExpandAtFiles(false) // a prompt may begin with @
            .setOut(new PrintWriter(help))
            .setColorScheme(
                CommandLine.Help.defaultColorScheme(
                    streams.out().hasColours() ? Ansi.ON : Ansi.OFF));
    line.setParameterExceptionHandler((e, given) -> usageError(e, streams));
    line.setExecutionExceptionHandler(
        (e, command, parsed) -> Failures.report(e, streams, main.debug));
    try {
      int code = line.execute(args);
      streams.out().print(help.toString());
      streams.out().flush();
      return code;
    } catch (RuntimeException | Error e) {
      return Failures.report(e, streams, main.debug);
    }
  }

  @Override
  public Integer call() {
    throw new ParameterException(
        spec.commandLine(),
        "Missing command: demo, generate, serve, inspect, compare, score, convert or doctor");
  }

  private static int usageError(ParameterException error, StandardStreams streams) {
    streams
        .err()
        .line(
            "dflash4j: "
                + SafeText.oneLine(error.getMessage())
                + " (see "
                + error.getCommandLine().getCommandSpec().qualifiedName()
                + " --help)");
    streams.err().flush();
    return Failures.USAGE;
  }

  private static Path path(String text) {
    if (text.isEmpty()) {
      throw new TypeConversionException("the name of a file or folder is empty");
    }
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new TypeConversionException(
          "'"
              + text
              + "' is no name of a file in the encoding "
              + System.getProperty("sun.jnu.encoding")
              + " of this locale; another locale, such as LC_ALL=C.UTF-8, may know it");
    }
  }
}
