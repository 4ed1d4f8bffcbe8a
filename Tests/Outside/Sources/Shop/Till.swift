import Foundation
import SnippetBridge

@Exposed
package final class Till {
  private var sold = 0

  package init() {}

  func total(of prices: [Int]) -> Int { prices.reduce(0, +) }

  /// Sells an item. Returns the number of sales, including this one.
  func sell(item: String, price: Int) throws -> Int {
    guard price > 0 else { throw TillError.noPrice }
    sold += 1
    return sold
  }

  /// Returns the item to sell next. In JavaScript: `native.call('till.then', 'bread')`.
  func then(after item: String) -> String { item == "bread" ? "butter" : "bread" }

  func receipt(number: Int) throws -> String {
    try String(contentsOfFile: "/var/lib/shop/receipts/\(number)", encoding: .utf8)
  }
}

enum TillError: String, CodedError {
  case noPrice
}
