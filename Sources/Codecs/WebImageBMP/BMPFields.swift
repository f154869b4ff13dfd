import WebImageCoding

/// The raw fields of a bitmap header; a shorter header has 0 in its missing fields.
struct BMPFields {
    let start: Int
    let headerSize: Int
    let width: Int
    /// Negative if the top row comes first.
    let height: Int
    let bitsPerPixel: Int
    let compression: UInt32
    private let colorsUsed: Int

    /// Reads the fields; the caller has checked that the header is inside `bytes`.
    init(_ bytes: RawSpan, at start: Int, headerSize: Int) {
        func field(_ offset: Int) -> UInt32 {
            offset + 4 <= headerSize ? bytes.u32(at: start + offset, .little) ?? 0 : 0
        }
        self.start = start
        self.headerSize = headerSize
        if headerSize == 12 {
            width = Int(bytes.u16(at: start + 4, .little) ?? 0)
            height = Int(bytes.u16(at: start + 6, .little) ?? 0)
            bitsPerPixel = Int(bytes.u16(at: start + 10, .little) ?? 0)
        } else {
            width = Int(Int32(bitPattern: field(4)))
            height = Int(Int32(bitPattern: field(8)))
            bitsPerPixel = Int(field(12) >> 16)
        }
        compression = headerSize == 12 ? 0 : field(16)
        colorsUsed = headerSize == 12 ? 0 : Int(field(32))
    }

    /// `true` for a header of OS/2 2, in which compressions 3 and 4 have other meanings.
    private var isOS2: Bool { headerSize == 64 }

    /// The bytes of masks after a header of 40 bytes.
    var bytesOfTrailingMasks: Int {
        guard headerSize == 40 else { return 0 }
        return compression == 3 ? 12 : compression == 6 ? 16 : 0
    }

    /// The number of palette entries in use.
    var paletteCount: Int {
        guard bitsPerPixel <= 8 else { return 0 }
        let most = 1 << bitsPerPixel
        return colorsUsed == 0 ? most : min(colorsUsed, most)
    }

    /// The number of palette entries before the pixels, if no offset is given.
    var storedPaletteCount: Int {
        bitsPerPixel <= 8 && colorsUsed == 0 ? 1 << bitsPerPixel : colorsUsed
    }

    /// The bytes of a palette whose size the header states.
    var claimedPaletteByteCount: Int { bitsPerPixel <= 8 ? colorsUsed * 4 : 0 }

    /// Returns the encoding of the pixels; throws for combinations that the formats do not define.
    func encoding(_ bytes: RawSpan, format: ImageFormat) throws(CodecError) -> BMPHeader.Encoding {
        if let masks = alphaOfPlain(bytes) { return .masked(masks) }
        switch (compression, bitsPerPixel) {
        case (0, 1), (0, 2), (0, 4), (0, 8), (0, 24), (0, 32): return .plain
        case (0, 16): return .masked(.rgb555)
        case (1, 8), (2, 4): return .runs
        case (3, 16), (3, 32), (6, 16), (6, 32):
            guard !isOS2 else { break }
            return .masked(try masks(bytes, format: format))
        case (0, _), (1, _), (2, _), (3, _), (6, _):
            throw .damaged(
                format, "\(bitsPerPixel) bits per pixel are invalid with compression \(compression)"
            )
        default: break
        }
        throw .unsupported(format, "compression \(compression)")
    }

    /// Returns the masks of pixels without compression whose header, of version 4 or 5, has a mask
    /// for alpha; those of colours do not count then, as in browsers.
    private func alphaOfPlain(_ bytes: RawSpan) -> BMPMasks? {
        guard compression == 0, headerSize >= 108, bitsPerPixel == 16 || bitsPerPixel == 32,
            let mask = bytes.u32(at: start + 52, .little), mask != 0
        else { return nil }
        let colors: BMPMasks = bitsPerPixel == 16 ? .rgb555 : .bgra8
        return colors.with(alpha: mask, in: bitsPerPixel)
    }

    /// Reads the masks, which have the same offset inside and after a header.
    private func masks(_ bytes: RawSpan, format: ImageFormat) throws(CodecError) -> BMPMasks {
        guard let red = bytes.u32(at: start + 40, .little),
            let green = bytes.u32(at: start + 44, .little),
            let blue = bytes.u32(at: start + 48, .little)
        else { throw .truncated(format, "the file ends inside the colour masks") }
        let hasAlpha = headerSize >= 56 || compression == 6
        let alpha = hasAlpha ? bytes.u32(at: start + 52, .little) ?? 0 : 0
        guard let masks = BMPMasks(red: red, green: green, blue: blue, alpha: alpha) else {
            throw .damaged(format, "the bits of a colour mask are not contiguous")
        }
        return masks
    }

    /// Returns the profile embedded in a version 5 header; linked files are never opened.
    func profile(_ bytes: RawSpan) -> Range<Int>? {
        guard headerSize == 124, bytes.has("DEBM", at: start + 56),
            let offset = bytes.u32(at: start + 112, .little),
            let count = bytes.u32(at: start + 116, .little), count > 0
        else { return nil }
        return bytes.range(at: start + Int(offset), count: Int(count))
    }
}
