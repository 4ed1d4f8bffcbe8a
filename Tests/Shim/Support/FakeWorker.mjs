/**
 * The fast lane's worker as the page sees it: the messages that it receives, and the data that it writes to the shared
 * memory. The test defines its reactions.
 */
export class FakeWorker {
  messages = [];
  isTerminated = false;
  /** @type {(message: string) => string | void} returns the immediate answer, if any */
  onMessage = () => {};
  /**
   * Called when a call is slow and the page wants to know whether the server still answers requests. The reaction
   * writes the call's number if the server answers, and the negative number if it does not. By default, it writes the
   * call's number. @type {(call: number) => void}
   */
  onLook = (call) => (this.state[3] = call);

  constructor(address) {
    this.address = address;
  }

  postMessage(data) {
    if (!this.setup) {
      this.setup = data;
      this.state = new Int32Array(data.memory, 0, 4);
      return;
    }
    if (typeof data === 'number') return this.onLook(data);
    this.messages.push(data);
    const answer = this.onMessage(data);
    if (answer) this.answer(answer);
  }

  /** Simulates the line `welcome` on the worker's socket. */
  open() {
    this.state[0] = 1;
  }

  /** Simulates the end of the worker's socket. */
  end() {
    this.state[0] = 2;
  }

  answer(line) {
    const bytes = new TextEncoder().encode(line);
    const { memory } = this.setup;
    if (16 + bytes.length > memory.byteLength) memory.grow(16 + bytes.length);
    new Uint8Array(memory, 16).set(bytes);
    this.state[2] = bytes.length;
    this.state[1] = +line.split(' ', 2)[1];
  }

  terminate() {
    this.isTerminated = true;
  }
}
