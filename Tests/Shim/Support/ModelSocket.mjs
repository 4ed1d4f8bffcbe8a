import assert from 'node:assert/strict';

/** One connection: what is on its way in both directions, and whether each end believes in it. */
export class ModelSocket {
  readyState = 0;
  up = [];
  down = [];
  /** The server's end. */
  isOpen = true;
  /** Its hello was accepted. */
  isGreeted = false;
  /** Nothing passes any more; neither end need know. */
  isCut = false;
  /** A message was lost between others: the page has to end it. */
  hasGap = false;
  /** Whether the page has a reason of its own now. */
  mayClose = false;

  /** The page's side, as a browser's. */
  send(text) {
    if (this.readyState === 0) throw new Error('InvalidStateError');
    if (this.readyState === 1 && !this.isCut) this.up.push(text);
  }

  close() {
    if (this.readyState > 1) return;
    assert.ok(this.mayClose || this.hasGap, 'the page ends a socket without a reason');
    this.readyState = 2;
  }

  accept() {
    this.readyState = 1;
    this.onopen();
  }

  /** The page learns that it has ended. */
  end(code = 1006) {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose({ code });
  }

  /** What arrives at the page next; `again` when it arrives twice. */
  arrive(again) {
    const message = this.isCut ? undefined : this.down.shift();
    if (message === undefined) return;
    if (typeof message === 'number') return this.end(message);
    for (let i = again ? 2 : 1; i > 0; i--) if (this.readyState === 1) this.onmessage({ data: message });
  }

  /** Loses the next message, if that shows. */
  skip() {
    const isMessage = (message) => String(message).startsWith('message ');
    if (!isMessage(this.down[0]) || !this.down.slice(1).some(isMessage)) return;
    this.down.shift();
    this.hasGap = true;
  }

  /** The network loses all that was on its way down, and up from the `kept`th message on. */
  cut(kept) {
    this.isCut = true;
    this.up.length = Math.min(this.up.length, kept);
  }
}
