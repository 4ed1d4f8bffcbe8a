// The cases in which another parser may refuse what our parser accepts, or may report it differently, with the reasons.

const lowercasedCodings = (requests) => requests.replace(/^transfer-encoding:.*$/gim, (field) => field.toLowerCase());

/** Whether the other parser has read the same requests, up to the point at which it stopped. */
const stopsShort = (one, theirs) => one.report.requests.startsWith(theirs.requests);

/** Returns the method, target and fields of the first request that nginx did not forward. */
const refused = (theirs) => theirs.missing?.match(/^(?<method>\S+) (?<target>\S+) .\n(?<fields>(?:.+\n)*)/s)?.groups;

const closesByChance = (requests) => (requests.match(/^connection:.*$/gim) ?? []).some((field) =>
  /close/i.test(field) && !field.slice(11).split(',').some((option) => option.trim().toLowerCase() === 'close'));

export const known = [
  {
    reader: 'llhttp', reason: 'knows only the methods of its own list',
    applies: (one, theirs) => theirs.error === 'HPE_INVALID_METHOD' && stopsShort(one, theirs),
  },
  {
    reader: 'llhttp', reason: 'refuses HTTP/1.2 and later, which must be read as 1.1 (RFC 9110, section 2.5)',
    applies: (one, theirs) =>
      theirs.error === 'HPE_INVALID_VERSION' && stopsShort(one, theirs) && /HTTP\/1\.[2-9]/.test(one.bytes.latin1Slice()),
  },
  {
    reader: 'llhttp', reason: 'stops reading after a request for an upgrade',
    applies: (one, theirs) => theirs.upgrade && stopsShort(one, theirs),
  },
  {
    reader: 'llhttp', reason: 'closes after "Proxy-Connection: close", which no RFC defines',
    applies: (one, theirs) =>
      theirs.error === 'HPE_CLOSED_CONNECTION' && stopsShort(one, theirs) && /^proxy-connection:.*close/im.test(theirs.requests),
  },
  {
    reader: 'llhttp', reason: 'refuses a tab after a length or a coding, which RFC 9110, section 5.5, allows around any value',
    applies: (one, theirs) =>
      /^HPE_INVALID_(CONTENT_LENGTH|TRANSFER_ENCODING)$/.test(theirs.error) && stopsShort(one, theirs) && /^(content-length:[ \d]*|transfer-encoding:.*)\t/im.test(one.bytes.latin1Slice()),
  },
  {
    reader: 'h11', reason: 'reports the coding in lower case',
    applies: (one, theirs) => lowercasedCodings(theirs.requests).startsWith(lowercasedCodings(one.report.requests)),
  },
  {
    reader: 'nginx', reason: 'accepts only methods of upper case letters, "_" and "-", and neither TRACE nor CONNECT',
    applies: (one, theirs) => theirs.refusal && /[^A-Z_-]|^TRACE$/.test(refused(theirs)?.method ?? ''),
  },
  {
    reader: 'nginx', reason: 'refuses the target "*"',
    applies: (one, theirs) => theirs.refusal === '400' && refused(theirs)?.target === '*',
  },
  {
    reader: 'nginx', reason: 'decodes the path, and refuses invalid escapes, NUL, and paths above the root',
    applies: (one, theirs) =>
      theirs.refusal === '400' && /%(?![0-9a-f]{2})|%00|(\.|%2e){2}/i.test(refused(theirs)?.target ?? ''),
  },
  {
    reader: 'nginx', reason: 'refuses an empty Host, which RFC 9110, section 7.2, allows',
    applies: (one, theirs) => theirs.refusal === '400' && /^host:$/m.test(refused(theirs)?.fields ?? ''),
  },
  {
    reader: 'nginx', reason: 'refuses a tab beside a length, a coding or a host',
    applies: (one, theirs) =>
      theirs.refusal && /^(host|content-length|transfer-encoding):.*\t/im.test(one.bytes.latin1Slice()),
  },
  {
    reader: 'nginx', reason: 'accepts only letters, digits, "-" and "." in the host of an absolute-form',
    applies: (one, theirs) =>
      theirs.refusal === '400' && /^https?:\/\/(?![a-z0-9.-]+(:\d*)?([/?]|$))/i.test(refused(theirs)?.target ?? ''),
  },
  {
    reader: 'nginx', reason: 'refuses a second line of a field that has a single value',
    applies: (one, theirs) =>
      theirs.refusal === '400' && /^(if-modified-since|if-unmodified-since|if-match|if-none-match|range|if-range|user-agent|referer|authorization|content-type|expect|upgrade):.*\n(?:.+\n)*\1:/m.test(refused(theirs)?.fields ?? ''),
  },
  {
    reader: 'nginx', reason: 'closes if Connection contains "close" anywhere, even inside another word',
    applies: (one, theirs) => theirs.missing !== undefined && !theirs.refusal && closesByChance(one.report.requests),
  },
  {
    reader: 'nginx', reason: 'refuses a host that is a dot, or contains two dots in a row',
    applies: (one, theirs) =>
      theirs.refusal === '400' && /^host:(\.(:.*)?$|.*\.\.)/m.test(refused(theirs)?.fields ?? ''),
  },
];
