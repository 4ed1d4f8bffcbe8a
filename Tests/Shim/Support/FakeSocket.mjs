/** A WebSocket whose events the test fires. */
export class FakeSocket {
  readyState = 0;
  sent = [];
  onopen = onmessage;
  onmessage = onmessage;
  onclose = onmessage;

  constructor(url, protocol) {
    this.url = url;
    this.protocol = protocol;
  }

  /** Sends data from the page. Like a browser, throws before the socket is open, and does nothing after its end. */
  send(text) {
    if (this.readyState === 0) throw new Error('InvalidStateError');
    if (this.readyState === 1) this.sent.push(text);
  }

  close() {
    if (this.readyState < 2) this.readyState = 2;
  }

  /** Simulates that the server accepts the socket. */
  open() {
    this.readyState = 1;
    this.onopen({ type: 'open' });
  }

  deliver(...lines) {
    if (this.readyState === 1) this.onmessage({ type: 'message', data: lines.join('\n') });
  }

  /** Simulates the loss of the connection. */
  drop(code = 1006) {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose({ type: 'close', code });
  }

  /** Returns the lines sent since the last call. */
  takeLines() {
    return this.sent.splice(0).flatMap((message) => message.split('\n'));
  }
}

function onmessage() {}
