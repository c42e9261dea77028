/*
 * Copyright 2026 the dflash4j authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.github.dflash4j.cli;

import io.github.dflash4j.measure.BlockCosts;
import io.github.dflash4j.measure.MachineState;
import java.util.OptionalDouble;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The findings of {@code doctor} for programs. */
final class DoctorJson {
  private DoctorJson() {}

  static ObjectNode of(DoctorFindings findings) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("dflash4j", Version.ofProgram());
    MachineState state = findings.machine();
    ObjectNode machine = root.putObject("machine");
    machine.put("processors", state.processors());
    put(machine, "load", state.load());
    put(machine, "busy", state.busy());
    put(machine, "stolen", state.stolen());
    machine.put("idle", state.isIdle());
    ObjectNode java = root.putObject("java");
    java.put("version", Runtime.version().toString());
    java.put("vendor", System.getProperty("java.vendor"));
    java.put("vm", System.getProperty("java.vm.name"));
    java.put("mode", System.getProperty("java.vm.info"));
    java.put("vector_module", findings.vectorModule());
    root.put("kernels", findings.kernels());
    root.put("kernels_reason", findings.reason());
    root.put("threads", findings.threads());
    ArrayNode memory = root.putArray("memory");
    findings
        .memory()
        .forEach(m ->
            memory
                .addObject()
                .put("threads", m.threads())
                .put("bytes", m.bytes())
                .put("bytes_per_second", m.bytesPerSecond()));
    ArrayNode weights = root.putArray("weights");
    findings
        .weights()
        .forEach(w ->
            weights
                .addObject()
                .put("type", w.type().toString())
                .put("bytes_per_second", w.bytesPerSecond())
                .put("eight_rows", w.eightRows()));
    findings.pair().ifPresent(pair -> putPair(pair, root));
    ArrayNode remarks = root.putArray("remarks");
    findings.remarks().forEach(remarks::add);
    return root;
  }

  private static void putPair(DoctorFindings.Pair pair, ObjectNode root) {
    root.put("target", pair.target().toString());
    root.put("draft", pair.draft().map(Object::toString).orElse(null));
    ObjectNode warmUp = root.putObject("warm_up");
    warmUp.put("passes", pair.warmUp().passes());
    warmUp.put("seconds", pair.warmUp().took().toNanos() / 1e9);
    warmUp.put("allocated_bytes", pair.warmUp().allocated());
    warmUp.put("boxed", pair.warmUp().boxed());
    BlockCosts costs = pair.costs();
    ArrayNode passes = root.putArray("passes");
    costs
        .passes()
        .forEach(pass ->
            passes
                .addObject()
                .put("rows", pass.rows())
                .put("seconds", pass.nanos() / 1e9)
                .put("of_one_row", pass.ofOneRow()));
    if (costs.draftNanos().isPresent()) {
      double nanos = costs.draftNanos().getAsDouble();
      root.putObject("draft_block")
          .put("proposed", costs.proposed())
          .put("seconds", nanos / 1e9)
          .put("of_one_row", nanos / costs.passes().getFirst().nanos());
    }
    root.put("rounds", costs.rounds());
  }

  private static void put(ObjectNode node, String name, OptionalDouble value) {
    if (value.isPresent()) {
      node.put(name, value.getAsDouble());
    } else {
      node.putNull(name);
    }
  }
}
