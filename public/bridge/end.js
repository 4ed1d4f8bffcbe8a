// All parts are defined now, so the page connects to its server.
connect();
})();
