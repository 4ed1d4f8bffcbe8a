// Node's own parser, strict. There is no public way to it; this one is deprecated, and has been there for years.

process.noDeprecation = true;
const { HTTPParser, methods } = process.binding('http_parser');

export const version = process.versions.llhttp;

let found = '';
let current;

function begin(major, minor, headers, method, url) {
  current = { method: methods[method], url, minor: minor, headers: headers ?? [], body: [] };
}

const parser = new HTTPParser();
// Fields come in pieces where there are many.
let early = [];
let earlyURL = '';

/** The complete requests in these bytes, and what llhttp says of the rest. */
export function read(bytes) {
  found = '';
  current = undefined;
  early = [];
  earlyURL = '';
  let upgrade = false;
  parser.initialize(HTTPParser.REQUEST, {}, 1 << 20, HTTPParser.kLenientNone);
  parser[HTTPParser.kOnHeaders] = (headers, url) => {
    if (current) return;
    early.push(...headers);
    earlyURL += url;
  };
  parser[HTTPParser.kOnHeadersComplete] = (major, minor, headers, method, url, status, message, isUpgrade) => {
    begin(major, minor, early.concat(headers ?? []), method, earlyURL + (url ?? ''));
    early = [];
    earlyURL = '';
    upgrade = isUpgrade;
    return 0;
  };
  parser[HTTPParser.kOnBody] = (chunk) => current.body.push(chunk.latin1Slice());
  parser[HTTPParser.kOnMessageComplete] = () => {
    const { method, url, minor, headers } = current;
    let fields = '';
    for (let index = 0; index < headers.length; index += 2) fields += `${headers[index].toLowerCase()}:${headers[index + 1]}\n`;
    const body = current.body.join('');
    found += `${method} ${url} ${minor}\n${fields}\n${body.length}\n${body}`;
    current = undefined;
  };
  const result = parser.execute(bytes);
  const error = result instanceof Error ? result.code : undefined;
  return { requests: found, error, upgrade: upgrade && !error };
}
