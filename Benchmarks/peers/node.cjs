// A server with the same functions, in Node.js with its most used WebSocket library.
const { WebSocketServer } = require('ws');

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
server.on('connection', (socket) => {
  socket.on('message', (text) => {
    const { id, data } = JSON.parse(text);
    socket.send(JSON.stringify({ id, data: data + 1 }));
  });
});
server.on('listening', () => console.log(`Open http://127.0.0.1:${server.address().port}/`));
