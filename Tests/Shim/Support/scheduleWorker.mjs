// Runs the schedules with the seeds `first` to `last`. Stops after the first failure, and reports it.
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

// Runs many schedules at a time, so that they share the rounds of the event loop that promises need.
const together = 50;
let failed;
for (let seed = workerData.first; !failed && seed <= workerData.last; seed += together) {
  // A lost request is an error, and recording the stack of an error takes more time than all other work.
  Error.stackTraceLimit = 0;
  const seeds = Array.from({ length: Math.min(together, workerData.last + 1 - seed) }, (_, i) => seed + i);
  const faults = await Promise.all(seeds.map(run));
  failed = seeds.find((_, i) => faults[i]);
}
Error.stackTraceLimit = whole;
parentPort.postMessage(failed ? await run(failed) : '');
