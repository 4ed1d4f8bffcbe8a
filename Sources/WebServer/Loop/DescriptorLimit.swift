import Platform

/// How many descriptors the process may have.
package enum DescriptorLimit {
  /// libwebsockets keeps a table with a place for every descriptor the process may have, and falls back to 2560 of them
  /// when the limit is in the millions, as it is in some containers.
  private static let most: rlim_t = 1 << 20
  /// It looks through that table whenever a connection ends, some 6 instructions a place: more than the connections
  /// there may be by default is not asked for.
  private static let usual: rlim_t = 1 << 16

  /// As many as the system lets the process have, up to 65,536: shells and service managers give 1024, which programs
  /// that use select(2) need. For the whole process, and the programs that it starts.
  package static func raise() {
    change { max($0.rlim_cur, min($0.rlim_max, usual)) }
  }

  /// Not more than libwebsockets can use; what holds then, nil when nobody knows.
  static func fit() -> Int? {
    change { min($0.rlim_cur, most) }
  }

  @discardableResult
  private static func change(_ wanted: (rlimit) -> rlim_t) -> Int? {
    guard var limit = SystemDescriptors.limit else { return nil }
    let soft = wanted(limit)
    if soft != limit.rlim_cur {
      limit.rlim_cur = soft
      SystemDescriptors.setLimit(limit)
    }
    return SystemDescriptors.limit.map { Int(clamping: $0.rlim_cur) }
  }
}
