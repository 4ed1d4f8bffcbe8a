// The text that native code appends to the user agent of a session's pages (public/visits/adapter.js).
import assert from 'node:assert/strict';
import test from 'node:test';
import { VisitPage } from '../Support/VisitPage.mjs';

/** A page whose user agent has an additional text. `requests` are the requests that the browser was told to make. */
function named(name = 'screen-session-main.visit.My%20App') {
  const requests = [];
  const page = new VisitPage('adapter', {
    name,
    before: ({ window }) => {
      window.Request = class {
        constructor(url, { headers } = {}) {
          Object.assign(this, { url, headers: new Headers(headers) });
        }
      };
      window.fetch = function (input, init) {
        requests.push([input, init]);
        return 'response';
      };
      window.XMLHttpRequest = class {
        headers = {};
        open(...given) {
          requests.push(given);
        }
        setRequestHeader(field, value) {
          this.headers[field] = value;
        }
      };
    },
  });
  return { page, requests, window: page.window };
}
const agentOf = (init) => new Headers(init?.headers).get('Bridge-User-Agent');

test('R66: the user agent contains the text', () => {
  const { window } = named();
  assert.equal(window.navigator.userAgent, 'test My App');
});

test('without a text, the page and its requests are unchanged', () => {
  for (const name of ['screen-session-main', 'screen-session-main.visit', 'screen-session-main.visit.']) {
    const { window, requests } = named(name);
    assert.equal(window.navigator.userAgent, 'test');
    window.fetch('/a');
    assert.deepEqual(requests, [['/a', undefined]]);
  }
});

test('R66: requests to the page\'s own origin have the text in a header, requests to others do not', () => {
  const { window, requests } = named();
  for (const [address, agent] of [['/a', 'test My App'], ['http://app.test/b', 'test My App'],
    [new URL('http://app.test/c'), 'test My App'],
    ['http://other.test/', null], ['http://app.test:81/', null], ['http://[', null]]) {
    assert.equal(window.fetch(address), 'response');
    assert.equal(agentOf(requests.at(-1)[1]), agent, `${address}`);
  }
});

test('the headers of a request stay', () => {
  const { window, requests } = named();
  const init = { method: 'POST', headers: { accept: 'text/html' } };
  window.fetch('/a', init);
  assert.equal(requests[0][1].method, 'POST');
  assert.equal(requests[0][1].headers.get('accept'), 'text/html');
  assert.deepEqual(init.headers, { accept: 'text/html' });
  window.fetch(new window.Request('http://app.test/a', { headers: { accept: 'text/plain' } }));
  assert.equal(requests[1][1].headers.get('accept'), 'text/plain');
  assert.equal(agentOf(requests[1][1]), 'test My App');
  const request = new window.Request('http://app.test/a');
  window.fetch('/b', request);
  assert.deepEqual(requests[2], ['/b', request]);
});

test('an XMLHttpRequest to the page\'s own origin has the header', () => {
  const { window, requests } = named();
  for (const [address, agent] of [['/a', 'test My App'], ['http://other.test/', undefined]]) {
    const request = new window.XMLHttpRequest();
    request.open('GET', address, true);
    assert.deepEqual(requests.at(-1), ['GET', address, true]);
    assert.equal(request.headers['Bridge-User-Agent'], agent);
  }
});
