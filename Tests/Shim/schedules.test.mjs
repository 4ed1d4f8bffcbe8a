// Delivery against a model: each numbered line and each message counts once, in order, although sockets are cut and
// messages are lost, delivered twice or late. `SCHEDULE=17` runs only the schedule with this seed. `make test-all` runs
// 100,000 schedules.
import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { Schedule } from './Support/Schedule.mjs';

const all = Number(process.env.SCHEDULES) || 10_000;
const parts = 10;
const only = Number(process.env.SCHEDULE) || 0;

describe('schedules', { concurrency: availableParallelism() }, () => {
  for (let part = 0; part < parts; part++) {
    const first = only || 1 + (part * all) / parts;
    const last = only || first + all / parts - 1;
    if (only && part) continue;
    it(`${first} to ${last}`, async () => {
      const worker = new Worker(new URL('Support/scheduleWorker.mjs', import.meta.url), {
        workerData: { first, last },
        resourceLimits: { maxYoungGenerationSizeMb: 64 },
      });
      const fault = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
      assert.equal(fault, '');
    });
  }

  it('are the same each time', async () => {
    const [one, two] = [new Schedule(7), new Schedule(7)];
    for (const schedule of [one, two]) await schedule.run(60);
    assert.deepEqual(one.trace, two.trace);
    assert.deepEqual(one.talk.said, two.talk.said);
    assert.ok(one.talk.said.length > 5 && one.sockets.length > 2);
  });
});
