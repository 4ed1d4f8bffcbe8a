// Runs nginx as a proxy that keeps connections, and the server behind nginx, which records the requests that nginx
// forwards.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The number of lanes, each of which processes one case at a time. Each lane has its own nginx listener and its own
// server behind nginx. So the requests that arrive at a server belong to the case of its lane.
const LANES = 8;

const configuration = (folder) => `
daemon off;
master_process off;
pid ${folder}/pid;
error_log ${folder}/error.log crit;
events { worker_connections 1000; }
http {
  access_log off;
  client_body_temp_path ${folder}/bodies;
  proxy_temp_path ${folder}/answers;
  fastcgi_temp_path ${folder}/unused;
  uwsgi_temp_path ${folder}/unused;
  scgi_temp_path ${folder}/unused;
  # Accept as much as possible: what nginx then refuses or changes, it refuses or changes with any configuration.
  underscores_in_headers on;
  ignore_invalid_headers off;
  client_max_body_size 0;
  client_body_buffer_size 64k;
  keepalive_requests 1000000;
  # The client ends its side at once, which must not stop the request.
  proxy_ignore_client_abort on;
  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_set_header Host $http_host;
  ${Array.from({ length: LANES }, (_, lane) => `
  upstream lane${lane} { server unix:${folder}/behind${lane}; keepalive 2; }
  server {
    listen unix:${folder}/front${lane};
    location / { proxy_pass http://lane${lane}; }
  }`).join('')}
}`;

export class Nginx {
  #folder = mkdtempSync(join(tmpdir(), 'differential-'));
  #process;
  #servers = [];
  /** The requests that have arrived for the current case of each lane. */
  #arrived = Array.from({ length: LANES }, () => []);

  #last = Promise.resolve();

  async start() {
    writeFileSync(join(this.#folder, 'nginx.conf'), configuration(this.#folder));
    for (let lane = 0; lane < LANES; lane++) {
      const server = createServer((socket) => this.#serve(socket, lane));
      await new Promise((resolve) => server.listen(join(this.#folder, `behind${lane}`), resolve));
      this.#servers.push(server);
    }
    this.#process = spawn('/usr/sbin/nginx', ['-c', join(this.#folder, 'nginx.conf'), '-e', join(this.#folder, 'error.log')], { stdio: ['ignore', 'ignore', 'inherit'] });
    for (let tries = 0; !(await this.#answers()); tries++) {
      if (tries > 500 || this.#process.exitCode !== null) throw new Error(`nginx does not start: ${this.#folder}`);
      // nginx does not report when it starts to listen.
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  async close() {
    if (this.#process?.exitCode === null) {
      this.#process.kill();
      await new Promise((resolve) => this.#process.once('exit', resolve));
    }
    for (const server of this.#servers) server.close();
    rmSync(this.#folder, { recursive: true });
  }

  /**
   * Returns, for each case, the requests that nginx forwarded, and the status with which it refused the next request.
   * Reads one batch at a time, because the batches share the lanes.
   */
  read(cases) {
    const reports = this.#last.then(() => this.#read(cases));
    this.#last = reports.catch(() => {});
    return reports;
  }

  async #read(cases) {
    const reports = new Array(cases.length);
    let next = 0;
    await Promise.all(this.#arrived.map(async (_, lane) => {
      while (next < cases.length) {
        const index = next++;
        this.#arrived[lane] = [];
        const answers = await this.#send(cases[index], lane);
        const refusal = answers.match(/HTTP\/1\.1 ([45]\d\d)/)?.[1];
        reports[index] = { arrived: this.#arrived[lane], refusal };
      }
    }));
    return reports;
  }

  /** Sends a case. Resolves with the answers when nginx has processed all of it and closes the connection. */
  #send(bytes, lane) {
    return new Promise((resolve, reject) => {
      const socket = connect(join(this.#folder, `front${lane}`));
      const late = setTimeout(() => reject(new Error(`nginx keeps a connection open: ${JSON.stringify(bytes.latin1Slice())}`)), 20_000);
      socket.on('connect', () => socket.end(bytes));
      let answers = '';
      socket.on('data', (piece) => { answers += piece.latin1Slice(); });
      socket.on('error', () => {});
      socket.on('close', () => { clearTimeout(late); resolve(answers); });
    });
  }

  #answers() {
    return new Promise((resolve) => {
      const socket = connect(join(this.#folder, `front${LANES - 1}`), () => { socket.destroy(); resolve(true); });
      socket.on('error', () => resolve(false));
    });
  }

  /** Reads requests from nginx. A simple reader suffices, because nginx always sends `Content-Length` for a body. */
  #serve(socket, lane) {
    let text = '';
    socket.on('error', () => {});
    socket.on('data', (piece) => {
      text += piece.latin1Slice();
      for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
        const [line, ...fields] = text.slice(0, end).split('\r\n');
        const length = Number(fields.find((field) => /^content-length:/i.test(field))?.slice(15) ?? 0);
        if (text.length < end + 4 + length) return;
        this.#arrived[lane].push({ line, fields, body: text.slice(end + 4, end + 4 + length) });
        text = text.slice(end + 4 + length);
        socket.write('HTTP/1.1 204 No Content\r\n\r\n');
      }
    });
  }
}

/** The fields that apply to one connection (RFC 9110, section 7.6.1) and that nginx replaces or omits, and `Host`. */
const own = /^(connection|content-length|transfer-encoding|keep-alive|expect|upgrade|te|host):/;

/** Returns the part of our report that nginx did not forward. Undefined if nginx forwarded something else. */
export function notHandedOn(requests, arrived) {
  for (const { line, fields, body } of arrived) {
    if (requests === '') break;
    const end = requests.indexOf('\n\n');
    const [first, ...ours] = requests.slice(0, end).split('\n');
    const bodyStart = requests.indexOf('\n', end + 2) + 1;
    const size = Number(requests.slice(end + 2, bodyStart - 1));
    const [method, target] = first.split(' ');
    // nginx always sends origin-form. It drops an empty query of an absolute-form without a path.
    const path = target.replace(/^https?:\/\/[^/?]*(\?$)?/i, '').replace(/^(?![/*])/, '/');
    if (line !== `${method} ${path} HTTP/1.1`) return undefined;
    if (body !== requests.slice(bodyStart, bodyStart + size)) return undefined;
    // nginx does not remove tabs around values.
    const theirs = fields.map((field) => {
      const colon = field.indexOf(':');
      return `${field.slice(0, colon).toLowerCase()}:${field.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, '')}`;
    });
    const host = (list) => list.find((field) => field.startsWith('host:')) ?? 'host:';
    if (host(theirs) !== host(ours)) return undefined;
    const rest = (list) => list.filter((field) => !own.test(field)).join('\n');
    if (rest(theirs) !== rest(ours)) return undefined;
    requests = requests.slice(bodyStart + size);
  }
  return requests;
}
