extension Duration {
  /// At most a hundred years: clocks trap at the end of time.
  package var bounded: Duration { min(self, .seconds(100 * 366 * 86_400)) }
}
