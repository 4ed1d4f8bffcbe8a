// The bar that shows the recording of a tab, with its buttons. The program keeps the recording.
import { sizeText } from './list.js';

/**
 * @typedef {{
 *   name: string, testName: string, tab: number, isRunning: boolean, isFull: boolean, lines: number, size: number,
 *   duration: number,
 * }} Recording The size is in bytes, and the duration in seconds.
 */

/** Returns the text about a recording. @param {Recording} recording */
export function recordingText({ tab, isRunning, isFull, lines, size, duration }) {
  // The first line is written before the page has reloaded.
  if (lines < 2) {
    return isRunning ? `Recording starts when the page of web view ${tab} reloads.` : 'Nothing was recorded.';
  }
  const parts = `${Math.round(duration)} s, ${lines.toLocaleString('en')} lines, ${sizeText(size)}`;
  if (isRunning) return `Recording: ${parts}.`;
  return isFull ? `The recording ended, because its maximum size is reached: ${parts}.` : `Recorded: ${parts}.`;
}

export class Recorder {
  #bar;
  #native;
  #say;
  /** @type {Recording | null} */
  #recording = null;

  /**
   * @param {HTMLElement} bar @param {any} native the interface `inspector`
   * @param {(text: string) => void} say shows a message
   */
  constructor(bar, native, say) {
    this.#bar = bar;
    this.#native = native;
    this.#say = say;
    /** @param {string} action @param {() => Promise<void>} run */
    const on = (action, run) => {
      this.#button(action).onclick = () => this.#do(run);
    };
    on('stop', async () => this.show(await native.stopRecording()));
    on('save', async () => this.#save((await this.#known()).name, await native.recordingFile(), 'application/jsonl'));
    on('test', async () => this.#save((await this.#known()).testName, await native.recordingTest(), 'text/x-swift'));
    on('discard', async () => {
      await native.discardRecording();
      this.show(null);
    });
  }

  /** Restarts a web view and records its tab. @param {number} tab */
  record(tab) {
    return this.#do(async () => {
      this.show(await this.#native.record(tab));
      // The selected web view is about to be closed, and its panel with it.
      this.#button('stop').focus();
    });
  }

  /** Shows the state of the recording. @param {Recording | null} recording */
  show(recording) {
    this.#recording = recording;
    this.#bar.hidden = !recording;
    if (!recording) return;
    const text = /** @type {HTMLElement} */ (this.#bar.querySelector('p'));
    text.textContent = recordingText(recording);
    this.#bar.dataset.state = recording.isRunning ? 'running' : 'ended';
    const focused = /** @type {HTMLElement | null} */ (this.#bar.querySelector(':focus'));
    this.#button('stop').hidden = !recording.isRunning;
    for (const action of ['save', 'test']) this.#button(action).hidden = recording.isRunning || recording.lines < 2;
    this.#button('discard').hidden = recording.isRunning;
    if (focused?.hidden) /** @type {HTMLElement} */ (this.#bar.querySelector('button:not([hidden])')).focus();
  }

  /** @param {string} action */
  #button(action) {
    return /** @type {HTMLButtonElement} */ (this.#bar.querySelector(`[data-action="${action}"]`));
  }

  async #known() {
    if (!this.#recording) throw Error('There is no recording.');
    return this.#recording;
  }

  /** Runs an action and shows its error. @param {() => Promise<void>} action */
  async #do(action) {
    try {
      this.#say('');
      await action();
    } catch (error) {
      this.#say(/** @type {Error} */ (error).message);
    }
  }

  /** @param {string} name @param {string} text @param {string} type */
  #save(name, text, type) {
    save(name, text, type);
    this.#say(
      name.endsWith('.swift')
        ? `${name}: move it and the recording to the folder of a test target.`
        : `${name}: "Save as test" saves a test that replays it.`);
  }
}

/** Offers a text as a file. @param {string} name @param {string} text @param {string} [type] */
export function save(name, text, type = 'application/jsonl') {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
