import assert from 'node:assert/strict';

/** A connection: the data in transit in both directions, and whether each peer considers it open. */
export class ModelSocket {
  readyState = 0;
  up = [];
  down = [];
  /** Whether the connection is open at the server. */
  isOpen = true;
  /** Whether the server has accepted the page's hello on this socket. */
  isGreeted = false;
  /** Whether the connection is cut. The peers may not have noticed this yet. */
  isCut = false;
  /** Whether a message was lost although a later one arrives, so that the page must close the socket. */
  hasGap = false;
  /** Whether the page has a reason to close the socket. */
  mayClose = false;

  /** Sends data from the page, like a browser. */
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

  /** Reports the end of the connection to the page. */
  end(code = 1006) {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose({ code });
  }

  /** Delivers the next message to the page; with `again`, twice. */
  arrive(again) {
    const message = this.isCut ? undefined : this.down.shift();
    if (message === undefined) return;
    if (typeof message === 'number') return this.end(message);
    for (let i = again ? 2 : 1; i > 0; i--) if (this.readyState === 1) this.onmessage({ data: message });
  }

  /** Loses the next message, if the page can detect this. */
  skip() {
    const isMessage = (message) => String(message).startsWith('message ');
    if (!isMessage(this.down[0]) || !this.down.slice(1).some(isMessage)) return;
    this.down.shift();
    this.hasGap = true;
  }

  /** Loses all messages in transit to the page, and those to the server from index `kept` on. */
  cut(kept) {
    this.isCut = true;
    this.up.length = Math.min(this.up.length, kept);
  }
}
