import Foundation
import Testing

@testable import SnippetViews

/// The solver of constraints, without views.
@Suite(.timeLimit(.minutes(5))) struct ConstraintSystemTests {
  typealias Constraint = ConstraintSystem.Constraint

  @Test("S10: edges, centers and sizes of siblings follow each other")
  func siblings() {
    var system = ConstraintSystem()
    system.rootSize = CGSize(width: 200, height: 50)
    let icon = system.addItem(naturalSize: CGSize(width: 24, height: 24))
    let word = system.addItem(naturalSize: CGSize(width: 60, height: 18))
    system.add(Constraint(item: icon, attribute: .leading, other: .init(0, .leading), constant: 8))
    system.add(Constraint(item: word, attribute: .leading, other: .init(icon, .trailing), constant: 4))
    system.add(Constraint(item: icon, attribute: .top, other: .init(0, .centerY)))
    system.add(Constraint(item: word, attribute: .centerY, other: .init(icon, .centerY)))
    let solution = system.solve()
    #expect(solution.rects[icon] == CGRect(x: 8, y: 25, width: 24, height: 24))
    #expect(solution.rects[word] == CGRect(x: 36, y: 28, width: 60, height: 18))
    #expect(solution.violated.isEmpty)
  }

  @Test("S10: without a given size, the root is as small as its content allows")
  func fittingSize() {
    var system = ConstraintSystem()
    let word = system.addItem(naturalSize: CGSize(width: 60, height: 18))
    system.add(Constraint(item: word, attribute: .leading, other: .init(0, .leading), constant: 12))
    system.add(Constraint(item: 0, attribute: .trailing, other: .init(word, .trailing), constant: 12))
    system.add(Constraint(item: word, attribute: .top, relation: .atLeast, other: .init(0, .top), constant: 5))
    system.add(Constraint(item: word, attribute: .bottom, relation: .atMost, other: .init(0, .bottom), constant: -5))
    system.add(Constraint(item: 0, attribute: .height, relation: .atLeast, constant: 40))
    system.add(Constraint(item: word, attribute: .centerY, other: .init(0, .centerY)))
    let solution = system.solve()
    #expect(solution.rects[0].size == CGSize(width: 84, height: 40))
    #expect(solution.rects[word] == CGRect(x: 12, y: 11, width: 60, height: 18))
  }

  @Test(
    "S10: a constraint with a lower priority yields as little as possible",
    arguments: [LayoutPriority(999), .defaultLow])
  func priorities(priority: LayoutPriority) {
    var system = ConstraintSystem()
    system.rootSize = CGSize(width: 100, height: 20)
    let box = system.addItem()
    system.add(Constraint(item: box, attribute: .width, constant: 150, priority: priority))
    system.add(Constraint(item: box, attribute: .leading, relation: .atLeast, other: .init(0, .leading), constant: 10))
    system.add(
      Constraint(item: box, attribute: .trailing, relation: .atMost, other: .init(0, .trailing), constant: -10))
    let solution = system.solve()
    #expect(solution.rects[box].size.width == 80)
    #expect(solution.violated == [0])
  }

  @Test("S10: of required constraints that contradict each other, the last is dropped")
  func contradiction() {
    var system = ConstraintSystem()
    let box = system.addItem()
    system.add(Constraint(item: box, attribute: .width, constant: 50))
    system.add(Constraint(item: box, attribute: .width, relation: .atLeast, constant: 80))
    system.add(Constraint(item: box, attribute: .width, constant: 60))
    let solution = system.solve()
    #expect(solution.rects[box].size.width == 50)
    #expect(solution.violated == [1, 2])
  }

  @Test("S10: equal widths take the size of the widest content, and shrink together")
  func equalWidths() {
    var system = ConstraintSystem()
    let widths: [CGFloat] = [40, 90, 60]
    let boxes = widths.map { system.addItem(naturalSize: CGSize(width: $0, height: 20)) }
    for (one, other) in zip(boxes, boxes.dropFirst()) {
      system.add(Constraint(item: other, attribute: .width, other: .init(one, .width)))
      system.add(Constraint(item: other, attribute: .leading, other: .init(one, .trailing)))
    }
    system.add(Constraint(item: boxes[0], attribute: .leading, other: .init(0, .leading)))
    system.add(Constraint(item: 0, attribute: .trailing, other: .init(boxes[2], .trailing)))
    #expect(system.solve().rects.map(\.size.width) == [270, 90, 90, 90])
    system.rootSize = CGSize(width: 150, height: 20)
    #expect(system.solve().rects.map(\.size.width) == [150, 50, 50, 50])
  }

  @Test("S10: a width may refer to a height, which joins both axes")
  func aspectRatio() {
    var system = ConstraintSystem()
    system.rootSize = CGSize(width: 100, height: 30)
    let box = system.addItem()
    system.add(Constraint(item: box, attribute: .height, other: .init(0, .height), multiplier: 0.5, constant: -3))
    system.add(Constraint(item: box, attribute: .width, other: .init(box, .height), multiplier: 2, constant: 1))
    #expect(system.solve().rects[box].size == CGSize(width: 25, height: 12))
  }

  @Test("S10: any constraints give a result, in which those of higher priority hold", arguments: 0..<40)
  func anything(seed: Int) {
    // A linear congruential generator, so that each run has the same constraint systems.
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let attributes: [[ConstraintSystem.Attribute]] = [
      [.leading, .trailing, .centerX], [.top, .bottom, .centerY], [.width, .height],
    ]
    var system = ConstraintSystem()
    if random(2) == 0 { system.rootSize = CGSize(width: 300, height: 60) }
    for _ in 0..<8 {
      _ = system.addItem(naturalSize: random(2) == 0 ? CGSize(width: random(90), height: 20) : nil)
    }
    for _ in 0..<40 {
      let kind = attributes[random(3)]
      let own = kind[random(kind.count)]
      let item = random(9)
      let other = (item + 1 + random(8)) % 9
      system.add(
        Constraint(
          item: item, attribute: own, relation: [.equal, .atLeast, .atMost][random(3)],
          other: .init(other, kind[random(kind.count)]), constant: Double(random(60) - 30),
          priority: [.required, .defaultHigh, .defaultLow][random(3)]))
    }
    let solution = system.solve()
    for rect in solution.rects {
      #expect(rect.size.width >= -1e-6 && rect.size.height >= -1e-6)
      let parts = [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height]
      #expect(parts.allSatisfy { $0.isFinite })
    }
    for (index, constraint) in system.constraints.enumerated() where !solution.violated.contains(index) {
      #expect(constraint.error(in: solution.rects) < 1e-4, "constraint \(index)")
    }
  }

  @Test("S10: 200 constraints are solved")
  func twoHundred() {
    var system = ConstraintSystem()
    var last = 0
    for index in 0..<50 {
      let box = system.addItem(naturalSize: CGSize(width: 30 + index % 7, height: 20))
      system.add(
        Constraint(item: box, attribute: .leading, other: .init(last, last == 0 ? .leading : .trailing), constant: 8))
      system.add(Constraint(item: box, attribute: .centerY, other: .init(0, .centerY)))
      system.add(Constraint(item: box, attribute: .top, relation: .atLeast, other: .init(0, .top), constant: 4))
      system.add(Constraint(item: box, attribute: .width, relation: .atLeast, constant: 32, priority: .init(600)))
      last = box
    }
    system.add(Constraint(item: 0, attribute: .trailing, other: .init(last, .trailing)))
    let solution = system.solve()
    #expect(solution.violated.isEmpty)
    #expect(solution.rects[0].size.height == 28)
    #expect(solution.rects[50].maxX == solution.rects[0].size.width)
  }
}

extension ConstraintSystem.Constraint {
  /// Returns the amount by which these rects violate the constraint. It is 0 if the constraint holds.
  fileprivate func error(in rects: [CGRect]) -> Double {
    func value(_ item: Int, _ attribute: ConstraintSystem.Attribute) -> Double {
      let rect = rects[item]
      return switch attribute {
      case .leading, .left: rect.minX
      case .trailing, .right: rect.maxX
      case .centerX: rect.midX
      case .top: rect.minY
      case .bottom: rect.maxY
      case .centerY: rect.midY
      case .width: rect.size.width
      case .height: rect.size.height
      }
    }
    let difference =
      value(item, attribute) - (other.map { value($0.item, $0.attribute) * multiplier } ?? 0) - constant
    return switch relation {
    case .equal: abs(difference)
    case .atLeast: max(-difference, 0)
    case .atMost: max(difference, 0)
    }
  }
}
