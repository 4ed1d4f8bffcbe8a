import Platform

extension HTTPDate {
  /// The wall clock's time.
  static var now: HTTPDate { HTTPDate(seconds: Int64(time(nil))) }
}
