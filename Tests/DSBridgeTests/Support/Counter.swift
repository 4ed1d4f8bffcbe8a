/// An actor that counts the calls of its function.
actor Counter {
  private var count = 0

  func next() async -> Int {
    count += 1
    let value = count
    await Task.yield()
    return value
  }
}
