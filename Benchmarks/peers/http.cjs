// A server with a route that answers {"ok":true}, in Node.js without libraries.
const http = require('node:http');

const server = http.createServer((request, response) => {
  const body = JSON.stringify({ ok: true });
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => console.log(`Open http://127.0.0.1:${server.address().port}/`));
