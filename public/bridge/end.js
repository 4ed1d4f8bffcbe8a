// All parts are defined: the page connects to its server.
connect();
})();
