import WebImage

/// Writes an animation as GIF89a; the library has no GIF encoder.
///
/// One palette for all frames, each frame whole, no transparency: what the demo's animation needs.
struct GIFWriter {
    private var bytes: [UInt8] = []
    private let size: PixelSize

    /// Begins a file (GIF89a specification, sections 17 to 19) that plays `loopCount` times, 0 for ever.
    ///
    /// - Precondition: Both sides are at most 65,535, the palette has at most 256 colours.
    init(size: PixelSize, palette: [Tone], loopCount: Int = 0) {
        precondition(max(size.width, size.height) <= 65_535, "A GIF's sides are 16-bit numbers.")
        precondition(palette.count <= 256, "A GIF's palette has at most 256 colours.")
        self.size = size
        bytes += Array("GIF89a".utf8)
        append16(size.width)
        append16(size.height)
        // A global table of 2⁷⁺¹ colours of eight bits.
        bytes += [0xF7, 0, 0]
        for index in 0..<256 {
            let tone = index < palette.count ? palette[index] : .zero
            let scaled = tone.clamped(lowerBound: .zero, upperBound: .one) * 255 + 0.5
            bytes += [UInt8(scaled.x), UInt8(scaled.y), UInt8(scaled.z)]
        }
        // The count of repetitions: one less than that of plays; without the block it plays once.
        if loopCount != 1 {
            bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1]
            append16(max(loopCount - 1, 0))
            bytes.append(0)
        }
    }

    private mutating func append16(_ number: Int) {
        bytes += [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
    }

    /// Appends a frame of palette indices, row by row, to be shown for that many hundredths of a second.
    ///
    /// - Precondition: There is one index for each pixel.
    mutating func append(_ pixels: [UInt8], centiseconds: Int) {
        precondition(pixels.count == size.area, "A frame has one index for each pixel.")
        bytes += [0x21, 0xF9, 4, 0x04]
        append16(centiseconds)
        bytes += [0, 0, 0x2C, 0, 0, 0, 0]
        append16(size.width)
        append16(size.height)
        bytes += [0, 8]
        let codes = LZWCoder.encoded(pixels)
        for start in stride(from: 0, to: codes.count, by: 255) {
            let block = codes[start..<min(start + 255, codes.count)]
            bytes.append(UInt8(block.count))
            bytes += block
        }
        bytes.append(0)
    }

    /// The whole file.
    func finished() -> [UInt8] { bytes + [0x3B] }
}
