/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.buildchecks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * What Surefire's XML reports say.
 *
 * @param classes binary names of the classes with at least one reported test, run or skipped
 * @param skipped names of the tests that were reported as skipped, with the reason
 */
record TestReports(SortedSet<String> classes, List<String> skipped) {

  /** Reads all reports of a folder; a folder that is not there has none. */
  static TestReports in(Path folder) throws IOException {
    SortedSet<String> classes = new TreeSet<>();
    List<String> skipped = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.filter(TestReports::isReport).sorted().toList()) {
          read(file, classes, skipped);
        }
      }
    }
    return new TestReports(classes, skipped);
  }

  private static boolean isReport(Path file) {
    String name = file.getFileName().toString();
    return name.startsWith("TEST-") && name.endsWith(".xml");
  }

  private static void read(Path file, SortedSet<String> classes, List<String> skipped)
      throws IOException {
    Element suite;
    try {
      DocumentBuilder parser = DocumentBuilderFactory.newInstance().newDocumentBuilder();
      suite = parser.parse(file.toFile()).getDocumentElement();
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException(file + " is not a test report", e);
    }
    NodeList cases = suite.getElementsByTagName("testcase");
    for (int i = 0; i < cases.getLength(); i++) {
      Element test = (Element) cases.item(i);
      String name = className(suite, test);
      classes.add(name);
      NodeList reasons = test.getElementsByTagName("skipped");
      if (reasons.getLength() > 0) {
        skipped.add(
            name + "." + test.getAttribute("name") + ": " + reason((Element) reasons.item(0)));
      }
    }
  }

  /**
   * Rules in fields, which have no method, are reported with the simple name of their class. An
   * execution may put a suffix in parentheses behind names, so that reports of one class do not
   * overwrite each other.
   */
  private static String className(Element suite, Element test) {
    String suiteName = withoutSuffix(suite.getAttribute("name"));
    String name = withoutSuffix(test.getAttribute("classname"));
    return suiteName.endsWith("." + name) ? suiteName : name;
  }

  private static String withoutSuffix(String name) {
    int suffix = name.indexOf('(');
    return suffix < 0 ? name : name.substring(0, suffix);
  }

  /** Annotations give a message, assumptions the text of their exception. */
  private static String reason(Element skipped) {
    String message = skipped.getAttribute("message");
    String reason = message.isEmpty() ? skipped.getTextContent() : message;
    return reason.strip().lines().findFirst().orElse("no reason given");
  }
}
