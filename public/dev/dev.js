// The script of `snippet-bridge dev`: replaces changed style sheets and pictures, reloads pages, keeps the user's input
// over a reload, and shows problems. The command sends this script to each program that it starts. No other program
// contains the script.
'use strict';

/** @type {any} */ (window)._bridge((internals) => {
  const page = /** @type {any} */ (window);
  const { handlers, on } = internals;
  const { parse, stringify } = JSON;
  const { fetch } = page;
  const isTop = window === window.top;

  /** @type {Record<string, (value: any) => void>} */
  const commands = { changed, problems: (list) => showProblems(problems = list), reload, restarting: () => (keeps = true) };
  handlers.dev = ([name, value]) => commands[name]?.(value);

  // MARK: Changed files

  // Browsers keep 250 entries by default.
  performance.setResourceTimingBufferSize(5000);

  /** Returns the decoded path of a URL of this server, or an empty string. @param {string} url */
  function pathOf(url) {
    try {
      const { origin, pathname } = new URL(url, document.baseURI);
      return origin === location.origin ? decodeURIComponent(pathname) : '';
    } catch {
      return ''; // The URL is invalid.
    }
  }

  let version = 0;

  /** Returns another URL of the same file, which no cache contains. @param {string} url */
  function fresh(url) {
    const changed = new URL(url, document.baseURI);
    changed.searchParams.set('dev', `${++version}`);
    return changed.href;
  }

  /** Loads a link's style sheet again, and removes the old one when the new one has loaded. */
  function replaceSheet(/** @type {HTMLLinkElement} */ link) {
    const next = /** @type {HTMLLinkElement} */ (link.cloneNode());
    next.href = fresh(link.href);
    next.onload = next.onerror = () => link.remove();
    link.after(next);
  }

  /** Replaces a file in the document without a reload. Returns whether this was possible. @param {string} path */
  function replaceInPlace(path) {
    const links = [...document.querySelectorAll('link')].filter((link) => link.href);
    // An imported style sheet cannot be replaced: Firefox would take it from its cache.
    const sheets = links.filter((link) => link.relList.contains('stylesheet') && pathOf(link.href) === path);
    sheets.forEach(replaceSheet);
    if (sheets.length) return true;
    let isReplaced = false;
    const replace = (element, property) => {
      if (!element[property] || pathOf(element[property]) !== path) return;
      element[property] = fresh(element[property]);
      isReplaced = true;
    };
    document.querySelectorAll('img, source, video').forEach((element) => {
      if (element.tagName !== 'VIDEO') replace(element, 'src');
      replace(element, 'poster');
      const { srcset } = /** @type {HTMLImageElement} */ (element);
      if (!srcset) return;
      /** @type {HTMLImageElement} */ (element).srcset = srcset.replace(/[^\s,]\S*[^\s,]/g, (url) => {
        if (pathOf(url) !== path) return url;
        isReplaced = true;
        return fresh(url);
      });
    });
    for (const link of links) if (link.relList.contains('icon')) replace(link, 'href');
    return isReplaced;
  }

  /** Returns whether the document or a file that it has loaded is at this path. @param {string} path */
  function uses(path) {
    const own = pathOf(location.href);
    if (path === own || path === own.replace(/\/?$/, '/index.html')) return true;
    // A page in an iframe reloads itself.
    return performance.getEntriesByType('resource').some((entry) =>
      pathOf(entry.name) === path && /** @type {any} */ (entry).initiatorType !== 'iframe');
  }

  /** @param {string[]} paths */
  function changed(paths) {
    const used = paths.filter((path) => !replaceInPlace(path) && uses(path));
    if (used.length || awaited) reload();
  }

  let awaited = ''; // The path of the document while its file is missing.

  /** Returns whether the file of the document is missing. If the document is an error page itself, returns false. */
  async function isMissing() {
    const [loaded] = performance.getEntriesByType('navigation');
    if (!isTop || /** @type {any} */ (loaded)?.responseStatus === 404) return false;
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), 5000);
    const { signal } = controller;
    try {
      return (await fetch(location.href, { method: 'HEAD', cache: 'no-store', redirect: 'manual', signal })).status === 404;
    } catch {
      return false; // The server does not answer.
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Reloads the document. If its file is missing, keeps the document until the next change, because the server's error
   * page would not reload by itself.
   */
  async function reload() {
    awaited = (await isMissing()) ? pathOf(location.href) : '';
    showProblems(problems);
    if (awaited) return;
    keeps = true;
    // The page script does the same after a restart of the server.
    if (page.navigation || location.hash) location.reload();
    else location.replace(location.href);
  }

  // MARK: The user's input

  let keeps = false; // Whether the next document at this URL gets the user's input.
  let restoredAt = 0; // The time at which this document got the input of another one, in milliseconds since 1970.
  on('bridgeaway', () => (keeps = true));
  on('bridgeback', () => (keeps = false));

  const key = () => `bridge.dev ${location.href}`;
  const isChoice = (field) => field.type === 'checkbox' || field.type === 'radio';

  /** Returns the document's form fields, by names that the same fields also have in the next document. */
  function fields() {
    const found = new Map();
    const counts = new Map();
    for (const field of document.querySelectorAll('input, textarea, select')) {
      const { id, name, type } = /** @type {HTMLInputElement} */ (field);
      if (type === 'file' || type === 'hidden') continue;
      const base = id ? `#${id}` : `${field.tagName} ${name} ${isChoice(field) ? field.getAttribute('value') : ''}`;
      const count = counts.get(base) ?? 0;
      counts.set(base, count + 1);
      found.set(`${base} ${count}`, field);
    }
    return found;
  }

  /** Returns the value of a field if the user has changed it. */
  function changedValue(field) {
    if (isChoice(field)) return field.checked === field.defaultChecked ? undefined : field.checked;
    if (field.tagName !== 'SELECT') return field.value === field.defaultValue ? undefined : field.value;
    const selected = [...field.options].map((option) => option.selected);
    return selected.some((is, index) => is !== field.options[index].defaultSelected) ? selected : undefined;
  }

  /** Sets a field's value, and tells the page about it as if the user had entered the value. */
  function enter(field, value) {
    if (isChoice(field)) {
      if (field.checked === value) return;
      field.checked = value;
    } else if (field.tagName === 'SELECT') {
      [...field.options].forEach((option, index) => (option.selected = !!value[index]));
    } else {
      // Frameworks override `value` on the element itself to notice changes by scripts. Calls the browser's setter.
      const prototype = field.tagName === 'INPUT' ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
    }
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }

  on('pagehide', () => {
    // A shell may load the page of an iframe twice in a short time. The second document must get the input too.
    if (!keeps && Date.now() - restoredAt > 5000) return;
    const values = {};
    let focus = null;
    let selection = null;
    for (const [name, field] of fields()) {
      const value = changedValue(field);
      if (value !== undefined) values[name] = value;
      if (field !== document.activeElement) continue;
      focus = name;
      selection = field.selectionStart === null ? null : [field.selectionStart, field.selectionEnd];
    }
    const { activeElement } = document;
    if (!focus && activeElement?.id) focus = `#${activeElement.id}`;
    const scroll = [scrollX, scrollY];
    try {
      sessionStorage.setItem(key(), stringify({ time: Date.now(), values, focus, selection, scroll }));
    } catch {} // A sandboxed document has no storage, or the storage is full.
  });

  /** Returns the state that the previous document at this URL has kept for this one. */
  function takeKept() {
    try {
      const text = sessionStorage.getItem(key());
      sessionStorage.removeItem(key());
      const kept = text && parse(text);
      // State that is older than a minute is ignored, because the user no longer expects it.
      return kept && Date.now() - kept.time < 60000 ? kept : null;
    } catch {
      return null;
    }
  }

  const kept = takeKept();
  if (kept) {
    restoredAt = Date.now();
    let isTouched = false;
    const observer = new MutationObserver(restore);
    const touch = (event) => {
      if (!event.isTrusted) return;
      isTouched = true;
      observer.disconnect();
    };
    for (const type of ['keydown', 'pointerdown', 'wheel']) addEventListener(type, touch, true);

    /** Restores the state of the elements that the document already contains. */
    function restore() {
      if (isTouched) return;
      const present = fields();
      for (const [name, value] of Object.entries(kept.values)) {
        const field = present.get(name);
        if (!field) continue;
        delete kept.values[name];
        enter(field, value);
      }
      if (kept.focus) {
        const field = present.get(kept.focus) ?? (kept.focus[0] === '#' && document.getElementById(kept.focus.slice(1)));
        if (field) {
          kept.focus = null;
          field.focus({ preventScroll: true });
          if (kept.selection) field.setSelectionRange?.(...kept.selection);
        }
      }
      const [left, top] = kept.scroll;
      if (scrollX === left && scrollY === top) return;
      scrollTo({ left, top, behavior: /** @type {any} */ ('instant') });
    }

    const begin = () => {
      restore();
      observer.observe(document, { childList: true, subtree: true });
    };
    if (document.readyState === 'loading') on('DOMContentLoaded', begin, document);
    else begin();
    // The layout is complete after the document's pictures have loaded.
    on('load', () => {
      restore();
      setTimeout(() => observer.disconnect(), 3000);
    });
  }

  // MARK: Problems

  /** The problems that the program has reported. @type {{ title: string, lines: string[] }[]} */
  let problems = [];
  /** @type {any} */
  let overlay;

  function hideProblems() {
    overlay?.remove();
    overlay = undefined;
  }

  /**
   * Shows problems over the page, or removes the overlay if there are none.
   * @param {{ title: string, lines: string[] }[]} list
   */
  function showProblems(list) {
    hideProblems();
    const problems = awaited ? [{ title: `${awaited} is missing.`, lines: [] }, ...list] : list;
    if (!isTop || !problems.length || !document.documentElement) return;
    overlay = document.createElement('bridge-problems');
    overlay.setAttribute('role', 'alert');
    overlay.popover = 'manual';
    const root = overlay.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    // A page's Content-Security-Policy may forbid style elements, but not constructed style sheets.
    sheet.replaceSync(
      ':host{all:initial!important;position:fixed!important;inset:0!important;box-sizing:border-box!important;' +
        'width:100vw!important;height:100vh!important;max-width:none!important;max-height:none!important;' +
        'margin:0!important;padding:24px!important;border:0!important;overflow:auto!important;' +
        'background:#1b1d22!important;color:#e8eaed!important;font:15px/1.5 system-ui!important}' +
        'h1{font-size:18px;margin:0 0 16px;color:#ff8f87}h2{font-size:15px;margin:20px 0 6px;overflow-wrap:anywhere}' +
        'pre{font:13px/1.5 monospace;margin:0;padding:12px;border-radius:8px;background:#0c0d10;overflow-x:auto}' +
        'button{position:fixed;top:16px;right:16px;font:inherit;padding:4px 14px;border-radius:8px;cursor:pointer;' +
        'border:1px solid #888;background:#2b2e35;color:inherit}p{color:#a8adb5;margin:20px 0 0}',
    );
    root.adoptedStyleSheets = [sheet];
    const add = (name, text) => {
      const element = document.createElement(name);
      element.textContent = text;
      root.append(element);
      return element;
    };
    add('h1', problems.length === 1 ? '1 problem' : `${problems.length} problems`);
    for (const { title, lines } of problems) {
      add('h2', title);
      if (lines.length) add('pre', lines.join('\n'));
    }
    add('p', 'This view disappears when the problem is solved.');
    add('button', 'Hide').onclick = hideProblems;
    document.documentElement.append(overlay);
    overlay.showPopover?.();
  }

  // After a crash, the command answers in place of the program until the program runs again.
  let timer;
  on('bridgeaway', function ask() {
    clearTimeout(timer);
    fetch('/_bridge/dev', { cache: 'no-store' })
      .then((response) => (response.status === 503 ? response.json() : problems))
      .then(showProblems, () => {});
    timer = setTimeout(ask, 500);
  });
  on('bridgeback', () => {
    clearTimeout(timer);
    showProblems(problems);
  });
});
