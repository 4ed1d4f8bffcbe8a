import { FakeBrowser } from './FakeBrowser.mjs';
import { FakeServer } from './FakeServer.mjs';

/**
 * Returns a document with an open socket, and its server. The options are those of FakeBrowser, and the `limit`,
 * `limits` and `intercept` of FakeServer.
 */
export async function connected({ limit, limits, intercept, ...options } = {}) {
  const browser = new FakeBrowser(options);
  const server = new FakeServer(browser);
  if (limit) server.limit = limit;
  if (limits) server.limits = limits;
  if (intercept !== undefined) server.intercept = intercept;
  await server.connect();
  return { browser, server, window: browser.window };
}

/** Converts a value of the page's realm to a value of this realm, which assertions can compare. */
export const plain = (value) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
