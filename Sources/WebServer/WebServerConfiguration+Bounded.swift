extension WebServerConfiguration {
  /// The same with times that can be added to a clock, and to each other in the `int` of seconds that libwebsockets
  /// keeps: from none to ten years.
  var bounded: WebServerConfiguration {
    let times = [
      \WebServerConfiguration.connections.handshakeTimeLimit, \.http.headTimeLimit, \.http.bodyTimeLimit,
      \.http.idleTimeLimit, \.http.answerTimeLimit, \.http.stallTimeLimit, \.sockets.silenceTimeLimit,
      \.sockets.heartbeatInterval,
    ]
    return times.reduce(into: self) { bounded, time in
      bounded[keyPath: time] = min(max(.zero, self[keyPath: time]), .seconds(10 * 366 * 86_400))
    }
  }
}
