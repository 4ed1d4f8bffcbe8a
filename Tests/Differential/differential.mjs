// Compares how other parsers and our parser read requests (README.md).
//
//     node Tests/Differential/differential.mjs --ours .build/debug/Differential --cases 10000
//       [--nginx 1000] [--seed 1] [--only 123]

import { parseArgs } from 'node:util';

import { makeCase } from './cases.mjs';
import { known } from './exceptions.mjs';
import * as llhttp from './llhttp.mjs';
import { Nginx, notHandedOn } from './nginx.mjs';
import { Reader } from './readers.mjs';

const { values: options } = parseArgs({
  options: {
    ours: { type: 'string' }, python: { type: 'string', default: 'python3' }, cases: { type: 'string', default: '10000' },
    nginx: { type: 'string', default: '0' }, seed: { type: 'string', default: '1' }, only: { type: 'string' },
    seconds: { type: 'string', default: 'Infinity' },
  },
});
const [cases, throughNginx, seed] = [Number(options.cases), Number(options.nginx), Number(options.seed)];
const BATCH = 2000;
const MOST_SHOWN = 10;

const ours = new Reader(options.ours);
const h11 = new Reader(options.python, new URL('h11_reader.py', import.meta.url).pathname);
const nginx = new Nginx();
const count = { cases: 0, taken: 0, requests: 0, llhttp: 0, h11: 0, nginx: 0 };
const exceptions = new Map();
let disagreements = 0;

async function main() {
  const start = Date.now();
  try {
    if (throughNginx > 0) await nginx.start();
    if (options.only !== undefined) {
      await Promise.all(await compare([Number(options.only)]));
    } else {
      await compareAll(start);
    }
  } finally {
    ours.close();
    h11.close();
    await nginx.close();
  }
  summary((Date.now() - start) / 1000);
  process.exitCode = disagreements > 0 ? 1 : 0;
}

async function compareAll(start) {
  let pending = [];
  for (let first = 0; first < cases; first += BATCH) {
    const seconds = (Date.now() - start) / 1000;
    if (seconds > Number(options.seconds)) break;
    const more = await compare(Array.from({ length: Math.min(BATCH, cases - first) }, (_, index) => first + index));
    // Prepares one batch while the slowest parser still reads the previous one.
    await Promise.all(pending);
    pending = more;
    if (first > 0 && first % (250 * BATCH) === 0) console.log(`${first} cases, ${Math.round(seconds)} s, ${disagreements} disagreements`);
  }
  await Promise.all(pending);
}

/** Compares these cases. Returns the promises of the comparisons that are still running. */
async function compare(numbers) {
  const all = numbers.map((number) => ({ number, bytes: makeCase(seed, number) }));
  const reports = await ours.read(all.map(({ bytes }) => bytes));
  count.cases += all.length;
  const taken = all.filter((one, index) => {
    one.report = reports[index];
    if (one.report.state === 'x000') disagree('ours, cut elsewhere', one, { requests: '' });
    return one.report.requests !== '' && one.report.state !== 'x000';
  });
  count.taken += taken.length;
  for (const one of taken) {
    count.llhttp++;
    judge('llhttp', one, llhttp.read(one.bytes));
  }
  return [toH11(taken), toNginx(taken.slice(0, Math.max(0, throughNginx - count.nginx)))];
}

async function toH11(taken) {
  if (taken.length === 0) return;
  const reports = await h11.read(taken.map(({ bytes }) => bytes));
  count.h11 += taken.length;
  taken.forEach((one, index) => judge('h11', one, reports[index]));
}

async function toNginx(taken) {
  count.nginx += taken.length;
  if (taken.length === 0) return;
  const reports = await nginx.read(taken.map(({ bytes }) => bytes));
  taken.forEach((one, index) => {
    const missing = notHandedOn(one.report.requests, reports[index].arrived);
    if (missing !== '') excuse('nginx', one, { ...reports[index], missing });
  });
}

/** Checks that another parser has read all requests that our parser has read, in the same way. */
function judge(reader, one, theirs) {
  if (!theirs.requests.startsWith(one.report.requests)) excuse(reader, one, theirs);
}

function excuse(reader, one, theirs) {
  const exception = known.find((exception) => exception.reader === reader && exception.applies(one, theirs));
  if (!exception) return disagree(reader, one, theirs);
  exceptions.set(exception, (exceptions.get(exception) ?? 0) + 1);
}

function disagree(reader, { number, bytes, report }, theirs) {
  disagreements++;
  if (disagreements > MOST_SHOWN) return;
  console.log(`${reader} disagrees about case ${number} of seed ${seed}: ${JSON.stringify(bytes.latin1Slice())}`);
  console.log(`  ours:   ${report.state} ${JSON.stringify(report.requests)}`);
  console.log(`  theirs: ${theirs.error ?? theirs.state ?? theirs.refusal ?? ''} ${JSON.stringify(theirs.requests ?? theirs.arrived)}`);
}

function summary(seconds) {
  console.log(`${count.cases} cases of seed ${seed} in ${Math.round(seconds)} s; our parser takes something of ${count.taken}`);
  console.log(`asked: llhttp ${llhttp.version} about ${count.llhttp}, h11 about ${count.h11}, nginx about ${count.nginx}`);
  for (const exception of known.filter((exception) => exceptions.has(exception))) {
    console.log(`${String(exceptions.get(exception)).padStart(9)} ${exception.reader}: ${exception.reason}`);
  }
  console.log(`${disagreements} disagreements that no exception explains`);
}

await main();
