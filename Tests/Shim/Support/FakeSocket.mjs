/** A WebSocket whose every event the test fires. */
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

  /** The page's side. Like a browser's, it throws before the socket is open and is silent after its end. */
  send(text) {
    if (this.readyState === 0) throw new Error('InvalidStateError');
    if (this.readyState === 1) this.sent.push(text);
  }

  close() {
    if (this.readyState < 2) this.readyState = 2;
  }

  /** The server accepted. */
  open() {
    this.readyState = 1;
    this.onopen({ type: 'open' });
  }

  deliver(...lines) {
    if (this.readyState === 1) this.onmessage({ type: 'message', data: lines.join('\n') });
  }

  /** The connection is gone. */
  drop(code = 1006) {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose({ type: 'close', code });
  }

  /** Every line sent since the last look. */
  takeLines() {
    return this.sent.splice(0).flatMap((message) => message.split('\n'));
  }
}

function onmessage() {}
