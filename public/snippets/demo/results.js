'use strict';

/** The results of a feature: lines of text, which a screen reader announces. */
class Results {
  /** @param {string} section the feature's id */
  constructor(section) {
    this.output = document.querySelector(`#${section} output`);
  }

  /** @param {string} text replaces the shown lines */
  show(text) {
    this.output.replaceChildren();
    this.add(text);
  }

  /** @param {string} text a line that is appended */
  add(text) {
    const line = document.createElement('div');
    line.textContent = text;
    this.output.append(line);
  }
}

if (!('bridge' in window)) {
  for (const control of document.querySelectorAll('button, input')) control.disabled = true;
}
