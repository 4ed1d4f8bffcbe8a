/// `count` bytes in which every place within 64 kB looks different. Fast also without optimisation.
func pattern(_ count: Int) -> [UInt8] {
  let block = (0..<65536).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 8) &* 7) }
  var bytes: [UInt8] = []
  bytes.reserveCapacity(count)
  while bytes.count + block.count <= count { bytes += block }
  bytes += block[..<(count - bytes.count)]
  return bytes
}
