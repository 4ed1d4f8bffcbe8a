// Programs that read cases on standard input and write reports to standard output (README.md has the format).

import { spawn } from 'node:child_process';

/** A program that reads cases and reports on them, in the order of the cases. */
export class Reader {
  #process;
  #waiting = [];
  #pieces = [];
  #size = 0;

  constructor(command, ...parameters) {
    this.#process = spawn(command, parameters, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#process.stdout.on('data', (piece) => this.#take(piece));
    this.#process.on('error', (error) => this.#end(error));
    this.#process.on('exit', (code, signal) => this.#end(new Error(`${command} ended: ${signal ?? code}`)));
  }

  /** Returns a report for each case: its state, and the complete requests. */
  read(cases) {
    const frames = cases.flatMap((bytes) => [length(bytes.length), bytes]);
    this.#process.stdin.write(Buffer.concat([...frames, length(0)]));
    return new Promise((resolve, reject) => this.#waiting.push({ count: cases.length, reports: [], resolve, reject }));
  }

  close() {
    this.#process.removeAllListeners('exit');
    this.#process.stdin.end();
  }

  #take(piece) {
    this.#pieces.push(piece);
    this.#size += piece.length;
    let bytes = Buffer.concat(this.#pieces, this.#size);
    let start = 0;
    while (start + 4 <= bytes.length && start + 4 + bytes.readUInt32LE(start) <= bytes.length) {
      const end = start + 4 + bytes.readUInt32LE(start);
      const batch = this.#waiting[0];
      batch.reports.push({ state: bytes.latin1Slice(start + 4, start + 8), requests: bytes.latin1Slice(start + 8, end) });
      if (batch.reports.length === batch.count) this.#waiting.shift().resolve(batch.reports);
      start = end;
    }
    this.#pieces = [bytes.subarray(start)];
    this.#size = bytes.length - start;
  }

  #end(error) {
    for (const batch of this.#waiting.splice(0)) batch.reject(error);
  }
}

function length(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
