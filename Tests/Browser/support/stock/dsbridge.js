// A page's own bridge script. It behaves like dsbridge.js 3.1.4, faults included, and was written from a description of
// that script. From a script tag, it creates the global `bridge`. A bundler runs it inside a function with a variable
// `module`, which then is the only access to it.
var bridge = {
  default: this,

  call: function (method, input, callback) {
    if (typeof input === 'function') {
      callback = input;
      input = {};
    }
    var request = { data: input === undefined ? null : input };
    if (typeof callback === 'function') {
      request._dscbstub = 'dscb' + window.dscb++;
      window[request._dscbstub] = callback;
    }
    return JSON.parse(send(method, JSON.stringify(request)) || '{}').data;

    function send(method, text) {
      if (window._dsbridge) return window._dsbridge.call(method, text);
      if (window._dswk || /_dsbridge/.test(navigator.userAgent)) return window.prompt('_dsbridge=' + method, text);
      return '';
    }
  },

  register: function (name, handler, isAsync) {
    var table = isAsync ? window._dsaf : window._dsf;
    if (!window._dsInit) {
      window._dsInit = true;
      setTimeout(function () {
        bridge.call('_dsb.dsinit');
      }, 0);
    }
    if (typeof handler === 'object') table._obs[name] = handler;
    else table[name] = handler;
  },

  registerAsyn: function (name, handler) {
    this.register(name, handler, true);
  },

  hasNativeMethod: function (name, type) {
    return this.call('_dsb.hasNativeMethod', { name: name, type: type || 'all' });
  },

  disableJavascriptDialogBlock: function (disable) {
    this.call('_dsb.disableJavascriptDialogBlock', { disable: disable !== false });
  },
};

(function () {
  if (window._dsf) return; // a second include

  window._dsf = { _obs: {} };
  window._dsaf = { _obs: {} };
  window.dscb = 0;
  window.dsBridge = bridge;

  window.close = function () {
    bridge.call('_dsb.closePage');
  };

  window._handleMessageFromNative = function (message) {
    var list = JSON.parse(message.data);
    var found = find(message.method);
    if (!found) return;
    if (found.isAsync) {
      list.push(function (data, complete) {
        answer(data, complete !== false);
      });
      found.handler.apply(found.self, list);
    } else {
      answer(found.handler.apply(found.self, list), true);
    }

    function answer(data, complete) {
      bridge.call('_dsb.returnValue', { id: message.callbackId, complete: complete, data: data });
    }
  };

  bridge.register('_hasJavascriptMethod', function (name) {
    var place = split(name);
    if (!place) return !!(window._dsf[name] || window._dsaf[name]);
    var holder = window._dsf._obs[place.space] || window._dsaf._obs[place.space];
    return holder && !!holder[place.method];
  });

  function split(name) {
    var dot = name.lastIndexOf('.');
    return dot < 0 ? null : { space: name.slice(0, dot), method: name.slice(dot + 1) };
  }

  function find(name) {
    var tables = [window._dsf, window._dsaf];
    for (var i = 0; i < 2; i++) {
      if (tables[i][name]) return { handler: tables[i][name], self: tables[i], isAsync: i === 1 };
    }
    var place = split(name);
    for (var j = 0; place && j < 2; j++) {
      var self = tables[j]._obs[place.space] || {};
      if (typeof self[place.method] === 'function') {
        return { handler: self[place.method], self: self, isAsync: j === 1 };
      }
    }
  }
})();

if (typeof module === 'object') module.exports = bridge;
