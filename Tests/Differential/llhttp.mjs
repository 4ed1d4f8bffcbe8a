// Node's own parser, in its strict mode. It has no public interface. The interface used here is deprecated, but has
// existed for years.

process.noDeprecation = true;
const { HTTPParser, methods } = process.binding('http_parser');

export const version = process.versions.llhttp;

let found = '';
let current;

function begin(major, minor, headers, method, url) {
  current = { method: methods[method], url, minor: minor, headers: headers ?? [], body: [] };
}

const parser = new HTTPParser();
// The fields and the URL that arrived before the end of the head. llhttp reports many fields in pieces.
let early = [];
let earlyURL = '';

/** Returns the complete requests in these bytes, and llhttp's result for the rest. */
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
