import { setBox } from './Dom/document.mjs';
import { ShellPage } from './ShellPage.mjs';

const attributes = (given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

/** The node of a bar named `b`, with an id per part. Tabs are listed in reverse, because only `data-index` counts. */
export const barNode = ({ tabs = 3, generation = '1', scroll, scrollTime, focus, dir, name = 'b', scrollMode, fading,
  first = 1 } = {}) => ({
  id: first, tag: 'nav', class: 'bar', attributes: { 'data-bar': name }, children: [{
    id: first + 1, tag: 'div', class: `scroller${fading ? ' fading' : ''}`,
    attributes: attributes({ 'data-scroll': scroll, 'data-scroll-time': scrollTime, 'data-scroll-mode': scrollMode,
      dir }), children: [{
      id: first + 2, tag: 'div', class: 'row',
        attributes: attributes({ role: 'tablist', 'data-generation': generation }), children: [
        ...Array.from({ length: tabs }, (_, index) => tabs - 1 - index).map((index) => ({
          id: first + 10 + index, tag: 'button', class: 'tab',
            attributes: { role: 'tab', 'data-index': `${index}`, 'aria-selected': `${index === 0}`,
            tabindex: index ? '-1' : '0' },
        })),
        { id: first + 3, tag: 'div', class: 'indicator', attributes: attributes({ 'data-focus': focus }) },
      ],
    }],
  }],
});

/** Lays out a bar at the left edge `left`: tabs of 100 × 40 px beside each other, and a visible part of 200 px. */
export function layOut(page, { left = 0, width, visible = 200, scale = 1 } = {}) {
  const tabs = page.root.querySelectorAll('.tab');
  setBox(page.find('.scroller'), 0, 0, visible, 40);
  setBox(page.find('.row'), left, 0, width ?? tabs.length * 100 * scale, 40 * scale);
  page.find('.row').layoutWidth = tabs.length * 100;
  for (const tab of tabs) setBox(tab, left + Number(tab.dataset.index) * 100 * scale, 2 * scale, 100 * scale, 36 * scale);
}

/** A page with a bar that was measured once. */
export function measured(options, layout, pageOptions) {
  const page = new ShellPage(pageOptions);
  page.tree({ id: 100, tag: 'div', children: [barNode(options)] });
  layOut(page, layout);
  page.patch();
  page.bar = page.find('.bar');
  page.scroller = page.find('.scroller');
  return page;
}
