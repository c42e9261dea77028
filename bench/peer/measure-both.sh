#!/usr/bin/env bash
# Copyright 2026 the dflash4j authors.
# SPDX-License-Identifier: Apache-2.0
#
# Measures dflash4j and llama.cpp on the same GGUF file, taking turns. llama.cpp comes prebuilt in the
# npm package node-llama-cpp, which is installed into a temporary folder and not used otherwise.
#
#   bench/peer/measure-both.sh FILE [TURNS]
#
# THREADS, PROMPT, GENERATE, VERIFY, DEPTH, ROUNDS change the measurement; PEER_FOLDER names a folder
# that keeps the npm package for the next time; MORE holds more options for MeasureTarget. The module
# must have been packaged:
#   mvn -q -pl bench -am package -DskipTests
set -euo pipefail

file=$(realpath "${1:?usage: measure-both.sh FILE [TURNS]}")
turns=${2:-3}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
threads=${THREADS:-$(nproc)}
prompt=${PROMPT:-128,512}
generate=${GENERATE:-32}
verify=${VERIFY:-1,2,4,8,16}
depth=${DEPTH:-16}
rounds=${ROUNDS:-9}
java=${JAVA:-java}
peer=${PEER_FOLDER:-$(mktemp -d)}
results=$(mktemp -d)

if [ ! -d "$peer/node_modules/node-llama-cpp" ]; then
  (cd "$peer" && npm install --silent --ignore-scripts --save-exact node-llama-cpp@3.21.1)
fi
cp "$root/bench/peer/llama-cpp.mjs" "$peer/"

for turn in $(seq "$turns"); do
  # shellcheck disable=SC2086
  "$java" --add-modules jdk.incubator.vector --enable-native-access=ALL-UNNAMED \
    -cp "$root/bench/target/classes:$root/core/target/classes" \
    io.github.dflash4j.bench.MeasureTarget --target "$file" --threads "$threads" \
    --prompt "$prompt" --generate "$generate" --verify "$verify" --depth "$depth" \
    --rounds "$rounds" --json "$results/dflash4j.$turn.json" ${MORE:-} \
    2>/dev/null | sed "s/^/turn $turn, dflash4j: /"
  (cd "$peer" && node llama-cpp.mjs "$file" "$threads" "$prompt" "$generate" "$verify" "$depth" \
    "$rounds") > "$results/llama.cpp.$turn.json"
done

node - "$results" "$turns" <<'SCRIPT'
const fs = require("fs");
const [folder, turns] = process.argv.slice(2);
const read = (name, turn) => JSON.parse(fs.readFileSync(`${folder}/${name}.${turn}.json`));
const median = values => values.slice().sort((a, b) => a - b)[Math.floor(values.length / 2)];
const all = name => Array.from({length: Number(turns)}, (_, i) => read(name, i + 1));
const [ours, theirs] = [all("dflash4j"), all("llama.cpp")];
const of = (runs, key) => median(runs.map(run => run[key]));
console.log(`\nmedian of ${turns} turns`);
console.log("| | dflash4j | llama.cpp | dflash4j / llama.cpp |\n|---|---|---|---|");
for (const key of Object.keys(theirs[0])) {
  if (!(key in ours[0])) continue;
  const [a, b] = [of(ours, key), of(theirs, key)];
  console.log(`| ${key} | ${a.toFixed(2)} | ${b.toFixed(2)} | ${(a / b).toFixed(2)} |`);
}
for (const n of [2, 4, 8, 16]) {
  const key = `verify_${n}_ms`;
  if (!(key in ours[0]) || !(key in theirs[0])) continue;
  const [a, b] = [ours, theirs].map(runs => median(runs.map(run => run[key] / run.verify_1_ms)));
  console.log(`| verify ${n} / 1 | ${a.toFixed(2)} | ${b.toFixed(2)} | |`);
}
SCRIPT
