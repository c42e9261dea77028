/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The launcher script in a made-up repository, with JDKs and a Maven that are scripts which print
 * what they were called with.
 */
@EnabledIf(value = "posixShell", disabledReason = "the launcher needs a POSIX sh")
class LauncherTest {
  private static final Path SCRIPT = Path.of("..", "dflash4j");
  private static final String FAKE_JAVA =
      """
      #!/bin/sh
      printf '%s\\n' "java=$0" "locale=${LC_ALL:-}" "$@"
      exit ${FAKE_EXIT:-0}
      """;
  private static final String FAKE_MAVEN =
      """
      #!/bin/sh
      echo "mvn of $JAVA_HOME: $*"
      while [ "$1" != -f ]; do shift; done
      lib=$(dirname "$2")/cli/target/dflash4j/lib
      mkdir -p "$lib" && : >"$lib/dflash4j-cli-2.jar"
      """;

  @TempDir private Path folder;

  private final Map<String, String> environment = new TreeMap<>();
  private Path home;
  private Path jdks;
  private Path tools;

  private record Result(int code, List<String> out, List<String> err) {}

  static boolean posixShell() {
    return Files.isExecutable(Path.of("/bin/sh"));
  }

  @BeforeEach
  void makeRepository() throws IOException {
    home = makeRepository(folder.resolve("repository"));
    jdks = Files.createDirectories(folder.resolve("jdks"));
    tools = Files.createDirectories(folder.resolve("tools"));
    String needed = "sh dirname readlink find head sed grep mkdir touch locale rm cat mv ps";
    for (String tool : needed.split(" ")) {
      // Some systems have no locale. Links to programs would make JUnit warn when it deletes them.
      for (String bin : List.of("/usr/bin/", "/bin/")) {
        if (Files.isExecutable(Path.of(bin + tool))) {
          executable(tools.resolve(tool), "#!/bin/sh\nexec " + bin + tool + " \"$@\"\n");
        }
      }
    }
    environment.put("PATH", tools.toString());
    environment.put("HOME", folder.resolve("user").toString());
    environment.put("DFLASH4J_JVM_PATH", jdks.toString());
    environment.put("LC_ALL", "C.UTF-8");
  }

  @Test
  void startsTheModuleWithNativeAccessAndTheArgumentsAsTheyAre() throws Exception {
    Path jdk = makeJdk(jdks.resolve("jdk-25"), "25.0.3");

    Result result = launch(home, "generate", "a  b", "", "*", "@file", "$HOME \"q\" 'p'", "ü 模");

    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
    assertThat(result.out())
        .containsExactly(
            "java=" + jdk.resolve("bin/java"),
            "locale=C.UTF-8",
            "--enable-native-access=io.github.dflash4j.core,io.github.dflash4j.cli",
            "-p",
            home.resolve("cli/target/dflash4j/lib").toString(),
            "-m",
            "io.github.dflash4j.cli/io.github.dflash4j.cli.Main",
            "generate",
            "a  b",
            "",
            "*",
            "@file",
            "$HOME \"q\" 'p'",
            "ü 模");
  }

  @Test
  void aServerEndsWhenItRunsOutOfMemory() throws Exception {
    makeJdk(jdks.resolve("jdk-25"), "25.0.3");

    Result result = launch(home, "serve", "--port", "0");

    assertThat(result.code()).isZero();
    assertThat(result.out())
        .contains("-XX:+ExitOnOutOfMemoryError")
        .endsWith("serve", "--port", "0");
  }

  @Test
  void theExitCodeOfTheProgramIsPassedOn() throws Exception {
    makeJdk(jdks.resolve("jdk-25"), "25");
    environment.put("FAKE_EXIT", "2");

    assertThat(launch(home).code()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "дом ü 模", "-n", "it's \"quoted\" $HOME", "back\\slash"})
  void worksInFoldersWithOddNames(String name) throws Exception {
    Path odd = makeRepository(folder.resolve(name).resolve("re po"));
    Path jdk = makeJdk(folder.resolve(name).resolve("j d k"), "25");
    environment.put("JAVA_HOME", jdk.toString());
    environment.put("LC_ALL", "C");

    Result result = launch(odd);

    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .contains("java=" + jdk.resolve("bin/java"))
        .contains(odd.resolve("cli/target/dflash4j/lib").toString());
  }

  @Test
  void worksFromAnyFolderThroughAChainOfLinks() throws Exception {
    makeJdk(jdks.resolve("jdk-25"), "25");
    Path bin = Files.createDirectories(folder.resolve("user/my bin"));
    Files.createSymbolicLink(bin.resolve("first"), home.resolve("dflash4j"));
    Files.createSymbolicLink(bin.resolve("dflash"), Path.of("first"));
    environment.put("CDPATH", folder.toString());

    Result result = run(bin, "./dflash");

    assertThat(result.err()).isEmpty();
    assertThat(result.out()).contains(home.resolve("cli/target/dflash4j/lib").toString());
  }

  @Test
  void aColonInTheFolderIsRefused() throws Exception {
    makeJdk(jdks.resolve("jdk-25"), "25");

    assertFailsWith(launch(makeRepository(folder.resolve("a:b"))), "colons");
  }

  @Test
  void javaHomeIsPreferredToThePathAndTheUsualFolders() throws Exception {
    Path wanted = makeJdk(folder.resolve("wanted"), "26-ea");
    Path onPath = makeJdk(folder.resolve("on-path"), "25");
    makeJdk(jdks.resolve("jdk-25"), "25");
    Files.createSymbolicLink(tools.resolve("java"), onPath.resolve("bin/java"));
    environment.put("JAVA_HOME", wanted.toString());

    assertThat(launch(home).out()).contains("java=" + wanted.resolve("bin/java"));
  }

  @Test
  void anOldJavaHomeIsPassedOver() throws Exception {
    environment.put("JAVA_HOME", makeJdk(folder.resolve("old"), "17.0.15").toString());
    makeJdk(jdks.resolve("jdk-1.8"), "1.8.0_392");
    Path wanted = makeJdk(jdks.resolve("jdk-25"), "25.0.1");

    Result result = launch(home);

    assertThat(result.err()).isEmpty();
    assertThat(result.out()).contains("java=" + wanted.resolve("bin/java"));
  }

  @Test
  void javaOnThePathIsFollowedToItsJdk() throws Exception {
    Path jdk = makeJdk(folder.resolve("on-path"), "25");
    Files.createSymbolicLink(folder.resolve("alternative"), jdk.resolve("bin/java"));
    Files.createSymbolicLink(tools.resolve("java"), folder.resolve("alternative"));

    assertThat(launch(home).out()).contains("java=" + jdk.resolve("bin/java"));
  }

  @Test
  void aShimOnThePathIsAskedForItsJdk() throws Exception {
    Path jdk = makeJdk(folder.resolve("behind shim"), "25");
    executable(tools.resolve("java"), "#!/bin/sh\necho '    java.home = " + jdk + "' >&2\n");

    assertThat(launch(home).out()).contains("java=" + jdk.resolve("bin/java"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "temurin-25.jdk/Contents/Home",
        "openjdk/libexec/openjdk.jdk/Contents/Home",
        "openjdk@25/libexec"
      })
  void jdksOfMacAndBrewAreFound(String path) throws Exception {
    Path jdk = makeJdk(jdks.resolve(path), "25");

    assertThat(launch(home).out()).contains("java=" + jdk.resolve("bin/java"));
  }

  @ParameterizedTest
  @ValueSource(strings = {".sdkman/candidates/java/25-tem", ".asdf/installs/java/25", ".jdks/25"})
  void jdksInTheHomeOfTheUserAreFound(String path) throws Exception {
    environment.remove("DFLASH4J_JVM_PATH");
    Path jdk = makeJdk(folder.resolve("user").resolve(path), "25");

    assertThat(launch(home).out()).contains("java=" + jdk.resolve("bin/java"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "bin/java"})
  void theNamedJdkIsTakenAsFolderOrProgram(String program) throws Exception {
    Path wanted = makeJdk(folder.resolve("wanted"), "25");
    environment.put("JAVA_HOME", makeJdk(folder.resolve("other"), "25").toString());
    environment.put("DFLASH4J_JAVA", wanted.resolve(program).toString());

    assertThat(launch(home).out()).contains("java=" + wanted.resolve("bin/java"));
  }

  @Test
  void aNamedJdkThatWillNotDoIsAnErrorAndNotReplaced() throws Exception {
    makeJdk(jdks.resolve("jdk-25"), "25");
    environment.put("DFLASH4J_JAVA", makeJdk(folder.resolve("old"), "17").toString());

    assertFailsWith(launch(home), "DFLASH4J_JAVA is " + folder.resolve("old"));
  }

  /** B217: a JDK whose mappings may be broken is too old to be started at all. */
  @Test
  void withoutJdkOneLineSaysWhatToInstall() throws Exception {
    makeJdk(jdks.resolve("jdk-24"), "24.0.2");

    assertFailsWith(launch(home), "needs a JDK 25 or newer");
  }

  @Test
  void aRuntimeWithoutTheVectorModuleIsPassedOver() throws Exception {
    Path bare = makeJdk(jdks.resolve("a-bare"), "25");
    Files.writeString(bare.resolve("release"), "JAVA_VERSION=\"25\"\nMODULES=\"java.base\"\n");
    Path whole = makeJdk(jdks.resolve("b-whole"), "25");
    Files.writeString(
        whole.resolve("release"),
        "MODULES=\"java.base jdk.incubator.vector jdk.jfr\"\nJAVA_VERSION=\"25\"\n");

    assertThat(launch(home).out()).contains("java=" + whole.resolve("bin/java"));
  }

  @Test
  void aRuntimeWithoutCompilerWillDoOnlyOnceEverythingIsBuilt() throws Exception {
    Path runtime = makeJdk(jdks.resolve("jre-25"), "25");
    Files.delete(runtime.resolve("bin/javac"));

    assertThat(launch(home).code()).isZero();

    Files.delete(jar(home));
    assertFailsWith(launch(home), "needs a JDK 25 or newer");
  }

  @Test
  void theFirstUseBuildsWithTheJdkFoundAndSaysSoInOneLine() throws Exception {
    Path jdk = makeJdk(jdks.resolve("jdk-25"), "25");
    executable(tools.resolve("mvn"), FAKE_MAVEN);
    Files.delete(jar(home));

    Result first = launch(home, "demo");
    Result second = launch(home, "demo");

    Path log = home.resolve("target/dflash4j-build.log");
    assertThat(first.err()).singleElement().asString().contains("first use", log.toString());
    assertThat(first.out()).endsWith("demo").doesNotContain("mvn");
    assertThat(Files.readString(log))
        .startsWith("mvn of " + jdk + ": ")
        .contains("-f " + home.resolve("pom.xml"), "-pl cli -am", "-DskipTests", " package");
    assertThat(second.err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"core/src/main/java/A.java", "models-demo/pom.xml", "pom.xml"})
  void changedSourcesAreBuiltOnce(String source) throws Exception {
    makeJdk(jdks.resolve("jdk-25"), "25");
    executable(tools.resolve("mvn"), FAKE_MAVEN.replace("-2.jar", "-1.jar"));
    Files.setLastModifiedTime(jar(home), FileTime.from(Instant.now().minusSeconds(60)));
    Files.setLastModifiedTime(home.resolve(source), FileTime.from(Instant.now().minusSeconds(30)));

    assertThat(launch(home).err()).singleElement().asString().contains("sources have changed");
    assertThat(launch(home).err()).isEmpty();
  }

  @Test
  void aFailedBuildShowsItsErrorsAndWhereTheRestIs() throws Exception {
    makeJdk(jdks.resolve("jdk-25"), "25");
    executable(tools.resolve("mvn"), "#!/bin/sh\necho chatter\necho '[ERROR] no net'\nexit 1\n");
    Files.delete(jar(home));

    Result result = launch(home);

    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .hasSize(3)
        .contains("[ERROR] no net")
        .last()
        .asString()
        .contains("the build failed", home.resolve("target/dflash4j-build.log").toString());
  }

  @Test
  void withoutMavenOneLineSaysWhatToInstall() throws Exception {
    makeJdk(jdks.resolve("jdk-25"), "25");
    Files.delete(jar(home));

    assertFailsWith(launch(home), "needs Maven 3.8.7 or newer");
  }

  @Test
  void aLockWhoseOwnerIsGoneIsTakenOver() throws Exception {
    Path lock = makeLockAndBuild();
    Process gone = new ProcessBuilder("/bin/sh", "-c", ":").start();
    gone.waitFor();
    Files.writeString(lock.resolve("pid"), gone.pid() + "\n");

    Result result = launch(home);

    assertThat(result.err()).singleElement().asString().contains("first use");
    assertThat(result.code()).isZero();
    assertThat(target()).containsExactly("dflash4j-build.log");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "no number"})
  void aLockThatStaysWithoutOwnerIsTakenOverAfterTenSeconds(String pid) throws Exception {
    Path lock = makeLockAndBuild();
    if (!pid.isEmpty()) {
      Files.writeString(lock.resolve("pid"), pid);
    }
    Path seconds = folder.resolve("seconds");
    executable(tools.resolve("sleep"), "#!/bin/sh\necho \"$1\" >>'" + seconds + "'\n");

    Result result = launch(home);

    assertThat(Files.readAllLines(seconds)).hasSize(10).containsOnly("1");
    assertThat(result.err()).hasSize(2);
    assertThat(result.err().getFirst()).contains("waiting for another build in " + home);
    assertThat(result.err().getLast()).contains("first use");
    assertThat(result.code()).isZero();
    assertThat(target()).containsExactly("dflash4j-build.log");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theLockOfALiveProcessIsWaitedFor(boolean own) throws Exception {
    Path lock = makeLockAndBuild();
    // The first process belongs to somebody else, who may not be sent signals.
    long pid = own ? ProcessHandle.current().pid() : 1;
    Files.writeString(lock.resolve("pid"), pid + "\n");
    Path turns = folder.resolve("turns");
    executable(
        tools.resolve("sleep"),
        """
        #!/bin/sh
        echo >>'TURNS'
        [ "$(grep -c '' 'TURNS')" -lt 15 ] || rm -r 'LOCK'
        """
            .replace("TURNS", turns.toString())
            .replace("LOCK", lock.toString()));

    Result result = launch(home);

    assertThat(Files.readAllLines(turns)).hasSize(15);
    assertThat(result.err()).hasSize(2);
    assertThat(result.err().getFirst()).contains("waiting for another build in " + home);
    assertThat(result.err().getLast()).contains("first use");
    assertThat(target()).containsExactly("dflash4j-build.log");
  }

  /** What is to be built, by a Maven that does, and a lock on it. */
  private Path makeLockAndBuild() throws IOException {
    makeJdk(jdks.resolve("jdk-25"), "25");
    executable(tools.resolve("mvn"), FAKE_MAVEN);
    Files.delete(jar(home));
    return Files.createDirectories(home.resolve("target/dflash4j-build.lock"));
  }

  private List<String> target() throws IOException {
    try (Stream<Path> files = Files.list(home.resolve("target"))) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"C", "POSIX", "", "xx_XX.UTF-8"})
  void aLocaleThatEndsUpAsAsciiIsReplaced(String locale) throws Exception {
    makeJdk(jdks.resolve("jdk-25"), "25");
    environment.put("LC_ALL", locale);

    assertThat(launch(home).out()).contains("locale=C.UTF-8");
  }

  private static void assertFailsWith(Result result, String message) {
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).singleElement().asString().startsWith("dflash4j: ").contains(message);
  }

  private static Path jar(Path repository) {
    return repository.resolve("cli/target/dflash4j/lib/dflash4j-cli-1.jar");
  }

  /** All that the script looks at, built just after the sources were written. */
  private static Path makeRepository(Path root) throws IOException {
    for (String module : List.of("core", "models-demo", "cli")) {
      Files.createDirectories(root.resolve(module).resolve("src/main/java"));
      Files.createFile(root.resolve(module).resolve("pom.xml"));
    }
    Files.createFile(root.resolve("core/src/main/java/A.java"));
    Files.createFile(root.resolve("pom.xml"));
    Files.createDirectories(jar(root).getParent());
    Files.createFile(jar(root));
    executable(root.resolve("dflash4j"), Files.readString(SCRIPT));
    return root.toRealPath();
  }

  private static Path makeJdk(Path jdk, String version) throws IOException {
    Files.createDirectories(jdk.resolve("bin"));
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    executable(jdk.resolve("bin/java"), FAKE_JAVA);
    executable(jdk.resolve("bin/javac"), "#!/bin/sh\n");
    return jdk;
  }

  private static void executable(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Result launch(Path repository, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(repository.resolve("dflash4j").toString()));
    command.addAll(List.of(arguments));
    return run(folder, command.toArray(new String[0]));
  }

  private Result run(Path where, String... command) throws Exception {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.directory(where.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder.redirectOutput(out.toFile()).redirectError(err.toFile());
    int code = builder.start().waitFor();
    return new Result(
        code,
        Files.readAllLines(out, StandardCharsets.UTF_8),
        Files.readAllLines(err, StandardCharsets.UTF_8));
  }
}
