import { FakeBrowser } from './FakeBrowser.mjs';
import { FakeServer } from './FakeServer.mjs';

/**
 * A document whose socket is up, and its server. Options as FakeBrowser's; `limit`, `limits` and `intercept` as
 * FakeServer's.
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

/** A value out of the page's realm, as a plain one of this realm that assertions can compare. */
export const plain = (value) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
