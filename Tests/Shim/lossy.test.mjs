// Calls of every kind while connections are lost: each value arrives once and in order, and every call ends.
import assert from 'node:assert/strict';
import test from 'node:test';
import { connected, plain } from './Support/connected.mjs';

/** Returns a generator of integers from 0 to `limit` - 1, with the same sequence for the same seed. */
function numbers(seed) {
  let state = seed;
  return (limit) => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * limit);
  };
}

const page = `
  seen = [];
  function ask(i) {
    const values = seen[i] = [];
    const answer = bridge.ask('f', i);
    (async () => { for await (const value of answer) values.push(value) })()
      .then(() => values.push('over'), (error) => values.push(error.code));
    return answer;
  }
  function callBack(i) { const values = seen[i] = []; bridge.call('f', i, (value) => values.push(value)) }
  function block(i) { seen[i] = [bridge.call('f', i)] }`;

for (let seed = 1; seed <= 20; seed++) {
  test(`sequence ${seed}`, async () => {
    const pick = numbers(seed);
    const { browser, server, window } = await connected();
    browser.run(page);
    server.answer = (method, json) => json;
    /** The values that each call should receive. `open` has the pending calls by index: `ask` or `callback`. */
    const wanted = [];
    const open = new Map();
    const answers = [];
    let taken = 0;
    let isConnected = true;

    /**
     * Reads the lines that the server has processed since the last call. The number of an `ask` is the position of its
     * line among all lines, from 1.
     */
    const look = () => {
      for (; taken < server.taken.length; taken++) {
        const [verb, ...fields] = server.taken[taken].split(' ');
        if (verb === 'ask') open.set(+fields[1], { line: ['next', 'reply', taken + 1] });
        if (verb === 'post') open.set(+fields[2], { line: [`callback ${fields[1]} more`, `callback ${fields[1]} done`] });
        if (verb === 'cancel') for (const [i, { line }] of open) if (line[2] === +fields[0]) open.delete(i);
      }
    };

    const steps = [
      async () => {
        const i = wanted.push([]) - 1;
        answers[i] = browser.run(`ask(${i})`);
      },
      async () => void browser.run(`callBack(${wanted.push([]) - 1})`),
      async () => {
        const i = wanted.push([]) - 1;
        wanted[i].push(i);
        browser.run(`block(${i})`);
        look();
      },
      async () => {
        // Builds the lines of a message, with values or ends of some calls.
        const lines = [];
        for (const [i, { line }] of [...open]) {
          if (wanted[i].includes('cancelled') || pick(2)) continue;
          const value = wanted[i].length;
          const isLast = pick(3) === 0;
          const [next, last, number] = line;
          lines.push(`${isLast ? last : next} ${number ? `${number} ` : ''}${value}`);
          wanted[i].push(value);
          if (!isLast) continue;
          if (number) wanted[i].push('over');
          open.delete(i);
        }
        if (lines.length) await server.send(...lines);
      },
      async () => {
        if (!isConnected) return;
        await browser.settle();
        server.read({ confirm: pick(3) > 0 });
        look();
      },
      async () => {
        if (!isConnected) return;
        if (pick(2)) browser.socket.takeLines(); // These lines are lost in transit.
        browser.socket.drop();
        isConnected = false;
      },
      async () => {
        if (isConnected) return;
        if (browser.timers.length && !browser.fetches.length) browser.runTimer();
        await server.connect();
        isConnected = true;
      },
      async () => {
        // Values that had not arrived before the cancellation are not expected.
        const i = pick(wanted.length + 1);
        if (!answers[i] || !isConnected || wanted[i].includes('over') || wanted[i].includes('cancelled')) return;
        wanted[i].push('cancelled');
        answers[i].cancel();
      },
    ];
    for (let i = 0; i < 150; i++) await steps[pick(steps.length)]();

    await steps[6]();
    await browser.settle();
    server.read();
    look();
    const lines = [...open].filter(([i]) => !wanted[i].includes('cancelled')).map(([i, { line: [, last, number] }]) => {
      wanted[i].push('last');
      if (number) wanted[i].push('over');
      return `${last} ${number ? `${number} ` : ''}"last"`;
    });
    if (lines.length) await server.send(...lines);
    await browser.settle();
    browser.runTasks();
    server.read();
    assert.deepEqual(plain(window.seen), wanted);
    assert.equal(server.unacknowledged, 0);
    assert.deepEqual(Object.keys(window).filter((key) => /^dscb\d/.test(key)), []);
    assert.deepEqual([browser.reported, browser.errors], [[], []]);
  });
}
