/// Compresses bytes with the variable-length LZW codes of GIF (GIF89a specification, appendix F).
struct LZWCoder {
    private static let clear = 256
    private static let end = 257
    private static let limit = 4096

    private var bytes: [UInt8] = []
    private var bits: UInt32 = 0
    private var bitCount = 0
    private var width = 9
    private var next = end + 1
    /// The code of a known string and one more byte, at code × 256 + byte; 0 for none.
    private var table = [UInt16](repeating: 0, count: limit * 256)

    /// The codes of all bytes, the shortest first bit lowest.
    static func encoded(_ input: [UInt8]) -> [UInt8] {
        var coder = LZWCoder()
        coder.write(clear)
        if let first = input.first { coder.encode(input.dropFirst(), after: Int(first)) }
        coder.write(end)
        if coder.bitCount > 0 { coder.bytes.append(UInt8(truncatingIfNeeded: coder.bits)) }
        return coder.bytes
    }

    private mutating func encode(_ input: ArraySlice<UInt8>, after first: Int) {
        var prefix = first
        for byte in input {
            let slot = prefix * 256 + Int(byte)
            if table[slot] != 0 {
                prefix = Int(table[slot])
                continue
            }
            write(prefix)
            learn(slot)
            prefix = Int(byte)
        }
        write(prefix)
        // A decoder learns one string with each code, so it may need one bit more for the end.
        if next == 1 << width, width < 12 { width += 1 }
    }

    private mutating func learn(_ slot: Int) {
        guard next < Self.limit else {
            write(Self.clear)
            table = [UInt16](repeating: 0, count: Self.limit * 256)
            (width, next) = (9, Self.end + 1)
            return
        }
        // The decoder is one string behind: it reads the next code before it knows this one.
        if next == 1 << width, width < 12 { width += 1 }
        table[slot] = UInt16(next)
        next += 1
    }

    private mutating func write(_ code: Int) {
        bits |= UInt32(code) << UInt32(bitCount)
        bitCount += width
        while bitCount >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: bits))
            bits >>= 8
            bitCount -= 8
        }
    }
}
