import Foundation

/// A route with the time at which the device reaches each point. A value type without side effects.
struct TimedRoute: Sendable {
  /// The device's state at one moment.
  struct Moment: Sendable, Equatable {
    var point: GPXPoint
    /// The course in degrees; nil while the device does not move.
    var course: Double?
    /// The speed in metres per second.
    var speed: Double
  }

  private let points: [GPXPoint]
  private let times: [Double]

  /// The duration of the whole route, in seconds.
  var duration: Double { times.last ?? 0 }

  /// Creates a timed route from a file with at least one point.
  ///
  /// A point that has a time in the file is reached at that time, and the speed between two such points is constant.
  /// Before the first and after the last of these points, the speed is `assumedSpeed`.
  init(_ file: GPXFile, name: String, assumedSpeed: Double) throws(GPXError) {
    points = file.points
    var times: [Double] = []
    /// The last point that has a time in the file. `seconds` is the time from the start of the route to this point.
    var known: (index: Int, time: Date, seconds: Double)?
    for (index, point) in points.enumerated() {
      let before = index == 0 ? nil : points[index - 1]
      times.append((times.last ?? 0) + (before?.distance(to: point) ?? 0) / assumedSpeed)
      guard let time = point.time else { continue }
      if let known {
        let taken = time.timeIntervalSince(known.time)
        guard taken >= 0 else {
          throw GPXError(name, line: point.line, "The time of this point is before the time of a previous point.")
        }
        Self.stretch(&times, from: known.index, to: index, seconds: taken)
      }
      known = (index, time, times[index])
    }
    self.times = times
  }

  /// Scales the times of the points after `first`, so that the device needs `seconds` from `first` to `last`. Before
  /// the call, these times are based on the assumed speed.
  private static func stretch(_ times: inout [Double], from first: Int, to last: Int, seconds: Double) {
    let start = times[first]
    let assumed = times[last] - start
    for index in first + 1...last {
      times[index] = start + (assumed > 0 ? (times[index] - start) / assumed * seconds : seconds)
    }
    times[last] = start + seconds
  }

  func moment(at seconds: Double) -> Moment {
    // The index of the last point that has been reached, and the index of the next one.
    var (low, high) = (0, times.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] <= seconds { low = middle } else { high = middle }
    }
    guard low + 1 < times.count, seconds >= 0 else {
      return Moment(point: points[seconds < 0 ? 0 : low], course: nil, speed: 0)
    }
    let (from, to) = (points[low], points[low + 1])
    let taken = times[low + 1] - times[low]
    let distance = from.distance(to: to)
    return Moment(
      point: from.between(to, (seconds - times[low]) / taken), course: distance > 0.01 ? from.course(to: to) : nil,
      speed: distance / taken)
  }
}
