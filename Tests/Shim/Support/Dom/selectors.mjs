// The selectors that the scripts use: lists, the combinators ` ` and `>`, tags, classes, ids, attributes, `:disabled`
// and `:not()`. Any other selector throws.

const part = /^(?:([a-z][\w-]*|\*)|\.([\w-]+)|#([\w-]+)|\[([\w-]+)(?:=["']?([^"'\]]*)["']?)?\]|:not\(([^)]*)\)|(:disabled))/;

/** Returns a function that tests an element, for a compound selector such as `li.open[data-id]`. */
function compound(text) {
  const tests = [];
  for (let rest = text; rest;) {
    const found = part.exec(rest);
    if (!found) throw new SyntaxError(`the fake does not know the selector ${text}`);
    const [all, tag, name, id, attribute, value, not, disabled] = found;
    rest = rest.slice(all.length);
    if (tag) tests.push((element) => tag === '*' || element.localName === tag);
    else if (name) tests.push((element) => element.classList.contains(name));
    else if (id) tests.push((element) => element.id === id);
    else if (attribute) {
      tests.push((element) =>
        value === undefined ? element.hasAttribute(attribute) : element.getAttribute(attribute) === value);
    } else if (not !== undefined) {
      const inner = compound(not);
      tests.push((element) => !inner(element));
    } else if (disabled) tests.push((element) => element.hasAttribute('disabled'));
  }
  return (element) => tests.every((test) => test(element));
}

/** Returns a function that tests an element, for a complex selector such as `.row > .indicator`. */
function complex(text) {
  const tokens = text.trim().split(/\s*(>)\s*|\s+/).filter(Boolean);
  const [last, ...rest] = tokens.reverse();
  const matches = (element, [token, ...others]) => {
    if (!token) return true;
    if (token === '>') {
      const above = element.parentElement;
      return !!above && compound(others[0])(above) && matches(above, others.slice(1));
    }
    for (let above = element.parentElement; above; above = above.parentElement) {
      if (compound(token)(above) && matches(above, others)) return true;
    }
    return false;
  };
  const test = compound(last);
  return (element) => test(element) && matches(element, rest);
}

const known = new Map();

/** Returns whether an element matches a selector. */
export function matches(element, selector) {
  if (!known.has(selector)) known.set(selector, selector.split(',').map(complex));
  return known.get(selector).some((test) => test(element));
}
