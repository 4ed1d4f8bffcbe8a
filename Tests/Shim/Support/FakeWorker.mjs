/**
 * The worker of the fast lane, as its page sees it: what it hears, and what it writes into the memory. The test says
 * what it does with a message.
 */
export class FakeWorker {
  messages = [];
  isTerminated = false;
  /** @type {(message: string) => string | void} the answer, at once */
  onMessage = () => {};
  /** Whether a request to the server would end, for a call that takes long: it would. @type {(call: number) => void} */
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

  /** Its socket is welcome. */
  open() {
    this.state[0] = 1;
  }

  /** Its socket has ended. */
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
