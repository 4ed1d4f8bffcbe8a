/// An icon: a line drawing in a square of 24 × 24 units, in the color of the surrounding text.
public struct Icon: Sendable, Hashable {
  /// A part of the drawing.
  public enum Shape: Sendable, Hashable {
    /// An SVG path.
    case path(String)
    /// A circle with its center and radius.
    case circle(x: Double, y: Double, radius: Double)
    /// A rectangle with rounded corners.
    case rectangle(x: Double, y: Double, width: Double, height: Double, radius: Double)
  }

  /// The shapes, in the order in which they are drawn.
  public let shapes: [Shape]

  /// Creates an icon from shapes.
  public init(_ shapes: Shape...) { self.shapes = shapes }

  /// Creates an icon from one SVG path.
  public init(path: String) { shapes = [.path(path)] }

  var node: Node {
    Node(known: "svg", .children(shapes.map(\.node))).with {
      $0.attributes = ["viewBox": "0 0 24 24", "aria-hidden": "true"]
    }
  }
}

extension Icon.Shape {
  fileprivate var node: Node {
    switch self {
    case .path(let path): Node(known: "path").with { $0.attributes = ["d": path] }
    case .circle(let x, let y, let radius): Self.node("circle", ["cx": x, "cy": y, "r": radius])
    case .rectangle(let x, let y, let width, let height, let radius):
      Self.node("rect", ["x": x, "y": y, "width": width, "height": height, "rx": radius])
    }
  }

  private static func node(_ tag: String, _ sizes: [String: Double]) -> Node {
    Node(known: tag).with { $0.attributes = sizes.mapValues(CSS.number) }
  }
}

extension Icon {
  /// A chevron that points left.
  public static let back = Icon(path: "M15 5l-7 7 7 7")
  /// A chevron that points right.
  public static let forward = Icon(path: "M9 5l7 7-7 7")
  /// An arrow that forms a circle.
  public static let reload = Icon(path: "M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 3.5v4h-4")
  /// A cross.
  public static let stop = Icon(path: "M6 6l12 12M18 6L6 18")
  /// A padlock.
  public static let lock = Icon(
    .rectangle(x: 5, y: 11, width: 14, height: 9, radius: 2), .path("M8 11V8a4 4 0 0 1 8 0v3"))
  /// A magnifying glass.
  public static let search = Icon(.circle(x: 11, y: 11, radius: 6.5), .path("M16 16l4.500 4.500"))
  /// An arrow that leaves a box.
  public static let share = Icon(path: "M12 15V3.5M8 7l4-3.5L16 7M6 11H5v9.5h14V11h-1")
  /// A house.
  public static let home = Icon(path: "M4 11l8-7 8 7v8.5a.5.5 0 0 1-.5.5H15v-6H9v6H4.500a.5.5 0 0 1-.5-.5z")
  /// A folded map.
  public static let map = Icon(
    path: "M9 5L3.500 7v12.500L9 17.500l6 2 5.500-2V5L15 7zM9 5v12.500M15 7v12.500")
  /// A bell.
  public static let bell = Icon(path: "M6 16V11a6 6 0 0 1 12 0v5l1.500 2h-15zM10 20.500h4")
  /// The head and shoulders of a person.
  public static let person = Icon(
    .circle(x: 12, y: 8.5, radius: 4), .path("M4.500 20.500c1-4.200 4-6 7.500-6s6.500 1.800 7.500 6"))
  /// A crossed-out cloud.
  public static let cloudOff = Icon(
    path: "M7 18.500a4 4 0 0 1 .2-8A5.500 5.500 0 0 1 17.800 11 3.800 3.800 0 0 1 17 18.500M4 4l16 16")
  /// A plus.
  public static let add = Icon(path: "M12 5v14M5 12h14")
  /// A check mark.
  public static let check = Icon(path: "M5 12.5l4.500 4.500L19 7.500")
  /// A triangle with an exclamation mark.
  public static let warning = Icon(path: "M12 4L2.500 20h19zM12 10v4.500M12 17.300v.2")
  /// The letter i in a circle.
  public static let info = Icon(.circle(x: 12, y: 12, radius: 8.5), .path("M12 11v5M12 7.800v.2"))
  /// Three horizontal lines.
  public static let menu = Icon(path: "M4 7h16M4 12h16M4 17h16")
  /// Three dots.
  public static let more = Icon(
    .circle(x: 5, y: 12, radius: 1), .circle(x: 12, y: 12, radius: 1), .circle(x: 19, y: 12, radius: 1))
  /// A star.
  public static let star = Icon(
    path: "M12 3.500l2.600 5.600 6 .7-4.500 4.100 1.200 6-5.300-3-5.300 3 1.200-6L3.400 9.800l6-.7z")
}

extension Icon {
  /// Returns the predefined icon with a name, such as `home`, or `nil` if there is none.
  public static func named(_ name: String) -> Icon? { byName[name] }

  private static let byName: [String: Icon] = [
    "back": .back, "forward": .forward, "reload": .reload, "stop": .stop, "lock": .lock, "search": .search,
    "share": .share, "home": .home, "map": .map, "bell": .bell, "person": .person, "cloudOff": .cloudOff, "add": .add,
    "check": .check, "warning": .warning, "info": .info, "menu": .menu, "more": .more, "star": .star,
  ]
}
