// The panels on the right side of the inspector, and its line for notes.
import { make } from './detail.js';

/** @param {string} selector @returns {any} */
export const find = (selector) => document.querySelector(selector);

/**
 * Shows content in a panel on the right side. On narrow screens, an opened panel covers the page.
 * @param {HTMLElement} panel @param {Node[]} content @param {boolean} opens
 */
export function show(panel, content, opens) {
  const scroll = opens ? 0 : panel.scrollTop;
  const back = make('button', { type: 'button', className: 'back', onclick: () => close(panel) }, 'Back');
  panel.replaceChildren(back, ...content);
  panel.scrollTop = scroll;
  if (!opens) return;
  panel.classList.add('open');
  if (back.offsetParent) back.focus();
}

/** @param {HTMLElement} panel */
export function close(panel) {
  panel.classList.remove('open');
  /** @type {HTMLElement | null} */ (panel.parentElement?.querySelector('.list, [aria-pressed="true"]'))?.focus();
}
document.addEventListener('keydown', (event) => {
  const open = find('.view:not([hidden]) .detail.open');
  if (event.key === 'Escape' && open) close(open);
});

/** @param {string} text */
export function say(text) {
  const note = find('#note');
  note.hidden = !text;
  note.textContent = text;
}
