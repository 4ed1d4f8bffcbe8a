'use strict';

/** What a feature shows: lines that the visitor sees and a screen reader announces. */
class Results {
  /** @param {string} section the feature's id */
  constructor(section) {
    this.output = document.querySelector(`#${section} output`);
  }

  /** @param {string} text replaces what is shown */
  show(text) {
    this.output.replaceChildren();
    this.add(text);
  }

  /** @param {string} text goes below what is shown */
  add(text) {
    const line = document.createElement('div');
    line.textContent = text;
    this.output.append(line);
  }
}

if (!('bridge' in window)) {
  for (const control of document.querySelectorAll('button, input')) control.disabled = true;
}
