extension TestPage {
  /// Leaves what the server sends in the socket, as a page does that is too slow. Counts for the current socket;
  /// blocking calls work meanwhile.
  public func pauseReading() {
    socket?.pauseReading()
  }

  /// Goes on where ``pauseReading()`` stopped.
  public func resumeReading() {
    socket?.resumeReading()
  }
}
