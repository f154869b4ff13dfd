/// A PNG file of one colour, 16 × 12 pixels, written chunk by chunk without a library.
struct PNGFile {
    /// The samples of a pixel, red first.
    var pixel: [Int]
    var depth = 8
    /// The number of the colour type: 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGBA.
    var colorType = 2
    /// The chunks between the header and the pixels.
    var chunks: [UInt8] = []
    /// The number of equal frames; more than one make an animation.
    var frameCount = 1

    /// Returns a chunk `cICP`, of full range.
    static func codePoints(_ primaries: Int, _ transfer: Int, matrix: Int = 0) -> [UInt8] {
        chunk("cICP", [UInt8(primaries), UInt8(transfer), UInt8(matrix), 1])
    }

    /// Returns a chunk `iCCP`.
    static func profile(_ profile: [UInt8]) -> [UInt8] {
        chunk("iCCP", Array("profile".utf8) + [0, 0] + stored(profile))
    }

    /// Returns a chunk `gAMA`, in units of 1/100,000.
    static func gamma(_ number: Int) -> [UInt8] { chunk("gAMA", big(number)) }

    /// Returns a chunk `cHRM`: white, red, green, blue.
    static func chromaticities(_ places: [SIMD2<Double>]) -> [UInt8] {
        let order = [places[3], places[0], places[1], places[2]]
        return chunk(
            "cHRM",
            order.flatMap { [$0.x, $0.y] }.flatMap { big(Int(($0 * 100_000).rounded())) })
    }

    var bytes: [UInt8] {
        let size = big(16) + big(12)
        var result: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        result += Self.chunk("IHDR", size + [UInt8(depth), UInt8(colorType), 0, 0, 0]) + chunks
        if colorType == 3 {
            result += Self.chunk("PLTE", pixel[..<3].map { UInt8($0) })
            if pixel.count > 3 { result += Self.chunk("tRNS", [UInt8(pixel[3])]) }
        }
        if frameCount > 1 { result += Self.chunk("acTL", big(frameCount) + big(0)) }
        let data = Self.stored(Array(repeating: row, count: 12).flatMap(\.self))
        for index in 0..<frameCount {
            if frameCount > 1 {
                let number = index == 0 ? 0 : index * 2 - 1
                result += Self.chunk(
                    "fcTL", big(number) + size + big(0) + big(0) + [0, 1, 0, 10, 0, 0])
            }
            result +=
                index == 0
                ? Self.chunk("IDAT", data) : Self.chunk("fdAT", big(index * 2) + data)
        }
        return result + Self.chunk("IEND", [])
    }

    private var row: [UInt8] {
        let samples = colorType == 3 ? [0] : pixel
        let stored = samples.flatMap {
            depth == 16 ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0)]
        }
        return [0] + Array(repeating: stored, count: 16).flatMap(\.self)
    }

    /// Returns a stream of zlib with stored blocks.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65521
            high = (high + low) % 65521
        }
        let count = UInt16(bytes.count)
        let sizes = [count, ~count].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        return [0x78, 0x01, 1] + sizes + bytes + big(Int(high << 16 | low))
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        var sum = UInt32.max
        for byte in body {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return big(content.count) + body + big(Int(~sum))
    }
}

/// Returns the four bytes of a number, most significant first.
private func big(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
}
