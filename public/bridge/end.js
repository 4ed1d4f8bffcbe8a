// Everything is in place: the page meets its server.
connect();
})();
