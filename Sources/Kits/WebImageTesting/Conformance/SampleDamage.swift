import WebImageCaching
import WebImageCoding

/// The ways of damaging a sample, the same in every run.
enum SampleDamage {
    /// Returns up to 48 lengths below `count`, near the ends and spread between.
    static func lengths(of count: Int) -> [Int] {
        let near = [0, 1, 2, 3, 4, 7, 8, 11, 12, 15, 16, 20, 24, 32, 33, 48]
        let spread = (1..<32).map { count * $0 / 32 }
        return Set(near + spread + [count - 1]).filter { $0 >= 0 && $0 < count }.sorted()
    }

    /// Returns copies with a changed byte, most of them in the header, or with a run of zeros.
    static func damaged(_ block: ByteBlock) -> [ByteBlock] {
        let bytes = block.withUnsafeBytes { Array($0) }
        guard !bytes.isEmpty else { return [] }
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        return (0..<96).map { round in
            var copy = bytes
            let reach = round % 3 == 0 ? copy.count : min(copy.count, 128)
            let place = next(reach)
            switch round % 4 {
            case 0: copy[place] ^= 1 << UInt8(next(8))
            case 1: copy[place] = 0xFF
            case 2: copy[place] = UInt8(next(256))
            default:
                for at in place..<min(place + 16, copy.count) { copy[at] = 0 }
            }
            return ByteBlock(copying: copy)
        }
    }
}
