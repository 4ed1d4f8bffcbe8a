// A dev server: node dev_server.mjs <port> <port of the bridge's server> <folder of pages> <file for its requests>.
import { appendFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';

const [port, bridge, pages, requests] = process.argv.slice(2);
const target = { host: '127.0.0.1', port: Number(bridge) };
const host = `${target.host}:${target.port}`;
const isForwarded = ({ url }) => url.startsWith('/_bridge');

async function serve(request, response) {
  appendFileSync(requests, `${request.method} ${request.url}\n`);
  const { pathname } = new URL(request.url, 'http://localhost');
  try {
    const file = path.join(pages, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(await readFile(file));
  } catch {
    response.writeHead(404).end();
  }
}

function forward(request, response) {
  const { method, url, headers } = request;
  const ours = http.request({ ...target, method, path: url, headers: { ...headers, host } }, (answer) => {
    response.writeHead(answer.statusCode, answer.rawHeaders);
    answer.pipe(response);
    answer.on('error', () => response.destroy());
  });
  ours.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(500).end()));
  response.on('close', () => ours.destroy());
  request.pipe(ours);
}

const server = http.createServer((request, response) => (isForwarded(request) ? forward : serve)(request, response));

// Forwards a WebSocket: first the handshake, then all bytes.
server.on('upgrade', (request, browser, first) => {
  if (!isForwarded(request)) return browser.destroy();
  const ours = net.connect(target, () => {
    const lines = [`${request.method} ${request.url} HTTP/1.1`];
    for (let index = 0; index < request.rawHeaders.length; index += 2) {
      const name = request.rawHeaders[index];
      lines.push(`${name}: ${name.toLowerCase() === 'host' ? host : request.rawHeaders[index + 1]}`);
    }
    ours.write(`${lines.join('\r\n')}\r\n\r\n`);
    ours.write(first);
    ours.pipe(browser).pipe(ours);
  });
  for (const [one, other] of [[ours, browser], [browser, ours]]) {
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
  }
});

server.listen(Number(port), '127.0.0.1');
