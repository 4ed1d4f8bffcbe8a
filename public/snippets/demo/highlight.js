'use strict';
// Highlights strings, keywords and numbers in the code examples.
for (const code of document.querySelectorAll('code.javascript, code.swift, code.html')) {
  const pattern =
    /(?<string>"(?:\\.|[^"])*"|'[^']*'|`[^`]*`)|(?<keyword>\b(?:await|break|case|const|else|false|for|func|guard|if|in|let|return|self|switch|throw|throws|true|try|weak)\b)|(?<number>\b\d+(?:\.\d+)?\b)/g;
  const text = code.textContent;
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const kind = Object.keys(match.groups).find((name) => match.groups[name] !== undefined);
    const span = document.createElement('span');
    span.className = kind;
    span.textContent = match[0];
    parts.push(text.slice(end, match.index), span);
    end = match.index + match[0].length;
  }
  code.replaceChildren(...parts, text.slice(end));
}
