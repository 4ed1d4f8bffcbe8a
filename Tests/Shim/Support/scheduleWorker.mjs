// Runs schedules by their seeds up to the first that fails, and says how.
import { parentPort, workerData } from 'node:worker_threads';
import { Schedule } from './Schedule.mjs';

const whole = Error.stackTraceLimit;

async function run(seed) {
  const schedule = new Schedule(seed);
  try {
    await schedule.run(14);
  } catch (error) {
    return `SCHEDULE=${seed}: ${error.stack}\nafter ${schedule.trace.join(' ')}`;
  }
}

// Many at a time, because letting promises run takes a round of the event loop: they share it.
const together = 50;
let failed;
for (let seed = workerData.first; !failed && seed <= workerData.last; seed += together) {
  Error.stackTraceLimit = 0; // the losses on the way are errors too, and a stack costs more than the rest
  const seeds = Array.from({ length: Math.min(together, workerData.last + 1 - seed) }, (_, i) => seed + i);
  const faults = await Promise.all(seeds.map(run));
  failed = seeds.find((_, i) => faults[i]);
}
Error.stackTraceLimit = whole;
parentPort.postMessage(failed ? await run(failed) : '');
