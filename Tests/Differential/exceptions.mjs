// Where others do not take what our parser takes, or tell it differently, and why that is as it should be.

const lowercasedCodings = (requests) => requests.replace(/^transfer-encoding:.*$/gim, (field) => field.toLowerCase());

/** They read the same as far as they read. */
const stopsShort = (one, theirs) => one.report.requests.startsWith(theirs.requests);

/** What of ours they do not have, without what it has in common with theirs. */
const next = (one, theirs) => one.report.requests.slice(theirs.requests.length);

export const known = [
  {
    reader: 'llhttp', reason: 'knows the methods of a list',
    applies: (one, theirs) => theirs.error === 'HPE_INVALID_METHOD' && stopsShort(one, theirs),
  },
  {
    reader: 'llhttp', reason: 'refuses HTTP/1.2 and later, which RFC 9110, section 2.5, has read as 1.1',
    applies: (one, theirs) => theirs.error === 'HPE_INVALID_VERSION' && stopsShort(one, theirs) && /HTTP\/1\.[2-9]/.test(one.bytes.latin1Slice()),
  },
  {
    reader: 'llhttp', reason: 'hands the connection over after a request to upgrade it',
    applies: (one, theirs) => theirs.upgrade && stopsShort(one, theirs),
  },
  {
    reader: 'h11', reason: 'tells the coding in lower case',
    applies: (one, theirs) => lowercasedCodings(theirs.requests).startsWith(lowercasedCodings(one.report.requests)),
  },
];
