// Copyright 2026 the dflash4j authors.
// SPDX-License-Identifier: Apache-2.0

// Measures llama.cpp, as prebuilt in the npm package node-llama-cpp, on the same file, with the same
// numbers of threads and rows as MeasureTarget. Run by measure-both.sh, which installs the package
// into a temporary folder.
import {getLlama} from "node-llama-cpp";

const [file, threadsText, promptsText, generateText, verifyText, depthText, roundsText] =
  process.argv.slice(2);
const threads = Number(threadsText);
const numbers = text => text.split(",").map(Number);
const depth = Number(depthText);
const rounds = Number(roundsText);

const llama = await getLlama({
  gpu: false, build: "never", skipDownload: true, maxThreads: threads, logLevel: "error"
});
const opening = performance.now();
const model = await llama.loadModel({modelPath: file});
const opened = (performance.now() - opening) / 1000;
const vocabulary = Number(model.fileInsights?.vocabularySize ?? 1000) || 1000;

let next = 1;
const tokens = count => Array.from({length: count}, () => {
  next = (next * 1103 + 12345) % Math.min(vocabulary, 30000);
  return next;
});

async function sequence(size) {
  const context = await model.createContext({
    contextSize: size, batchSize: 512, threads,
    batching: {dispatchSchedule: callback => callback()}
  });
  return {context, sequence: context.getSequence()};
}

const median = values => values.slice().sort((a, b) => a - b)[Math.floor(values.length / 2)];
const results = {};

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

// Logits of every row, as a verify pass needs them, and the rows rolled back afterwards.
async function verify(widths) {
  const {context, sequence: seq} = await sequence(depth + 64);
  await seq.evaluateWithoutGeneratingNewTokens(tokens(depth));
  const times = new Map(widths.map(n => [n, []]));
  for (let round = -2; round < rounds; round++) {
    for (const n of widths) {
      const block = tokens(n).map(id => [id, {generateNext: {token: true, options: {temperature: 0}}}]);
      const time = await timed(() => seq.controlledEvaluate(block));
      await seq.eraseContextTokenRanges([{start: depth, end: seq.nextTokenIndex}]);
      if (round >= 0) times.get(n).push(time);
    }
  }
  for (const n of widths) results[`verify_${n}_ms`] = median(times.get(n));
  await context.dispose();
}

async function generation(count) {
  const {context, sequence: seq} = await sequence(depth + count + 8);
  await seq.evaluateWithoutGeneratingNewTokens(tokens(depth));
  const times = [];
  for (let i = 0; i < count; i++) {
    const one = tokens(1).map(id => [id, {generateNext: {token: true, options: {temperature: 0}}}]);
    times.push(await timed(() => seq.controlledEvaluate(one)));
  }
  results.generation_tokens_per_second = 1000 / median(times);
  await context.dispose();
}

async function prompt(length) {
  const {context, sequence: seq} = await sequence(length + 8);
  const time = await timed(() => seq.evaluateWithoutGeneratingNewTokens(tokens(length)));
  results[`prompt_${length}_tokens_per_second`] = length * 1000 / time;
  await context.dispose();
}

await verify(numbers(verifyText));
await generation(Number(generateText));
for (const length of numbers(promptsText)) {
  if (length > 0) await prompt(length);
}
results.open_seconds = opened;
console.log(JSON.stringify(results, null, 2));
await llama.dispose();
process.exit(0);
