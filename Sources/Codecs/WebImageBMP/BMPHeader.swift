package import WebImageCoding
package import WebImagePixels

/// The data before the pixels of a Windows or OS/2 bitmap, checked against its bytes.
///
/// The header grew: OS/2 1 (12 bytes), OS/2 2 (16 to 64), Windows 3 (40), with masks inside (52,
/// 56), version 4 (108), version 5 (124). See BITMAPINFOHEADER to BITMAPV5HEADER, [MS-WMF].
package struct BMPHeader {
    enum Encoding: Hashable {
        /// Palette indices, or blue, green, red of 8 bits each.
        case plain
        /// Numbers from which masks extract the channels.
        case masked(BMPMasks)
        /// Runs of palette indices of 4 or 8 bits.
        case runs
    }

    /// The width and height in pixels; in an icon with the rows of the mask.
    package private(set) var size: PixelSize
    /// `true` if the first stored row is the top one.
    package let isTopDown: Bool
    /// The bits of a pixel.
    package let bitsPerPixel: Int
    private(set) var encoding: Encoding
    /// The range of the palette; a whole number of entries.
    let palette: Range<Int>
    /// The bytes of a palette entry: 3 in OS/2 1, else 4.
    let paletteEntrySize: Int
    /// The offset of the pixels, possibly past the end of the bytes.
    package let pixelOffset: Int
    /// The range of an embedded ICC profile.
    package let profile: Range<Int>?
    /// `true` if pixels of no alpha at all mean opaque ones: a mask without compression may be
    /// there by habit.
    let doubtsAlpha: Bool

    /// `true` if the pixels are runs of palette indices.
    package var hasRuns: Bool { encoding == .runs }

    /// `true` if pixels can be transparent.
    var hasAlpha: Bool {
        if case .masked(let masks) = encoding { return masks.alpha.mask != 0 }
        return false
    }

    /// Returns the header of an icon's picture: without the rows of the mask, and with the fourth
    /// bytes of its pixels as alpha or ignored.
    package func icon(hasAlpha: Bool) -> BMPHeader {
        var icon = self
        icon.size.height = max(1, size.height / 2)
        if bitsPerPixel == 32 { icon.encoding = hasAlpha ? .masked(.bgra8) : .plain }
        return icon
    }

    /// This header without alpha.
    var opaque: BMPHeader {
        var header = self
        if case .masked(let masks) = encoding { header.encoding = .masked(masks.opaque) }
        return header
    }

    /// The bytes of a row's pixels, and those with the padding to a multiple of four.
    package var rowByteCounts: (used: Int, padded: Int) {
        let bits = size.width * bitsPerPixel
        return ((bits + 7) / 8, (bits + 31) / 32 * 4)
    }

    /// Reads the header of a whole file.
    init(file bytes: RawSpan) throws(CodecError) {
        guard bytes.has("BM") else { throw .damaged(.bmp, "the signature is missing") }
        guard let offset = bytes.u32(at: 10, .little) else {
            throw .truncated(.bmp, "\(bytes.byteCount) bytes are fewer than a header")
        }
        try self.init(bytes, at: 14, pixelOffset: Int(offset), format: .bmp)
    }

    /// Reads the header at `start`, which in an icon has no file header before it.
    ///
    /// - Parameters:
    ///   - pixelOffset: The stated offset of the pixels; nil if they follow the palette.
    ///   - format: The format of the file, for errors.
    /// - Throws: `CodecError.damaged` or `CodecError.truncated` for the format.
    package init(
        _ bytes: RawSpan, at start: Int, pixelOffset: Int?, format: ImageFormat
    ) throws(CodecError) {
        guard let headerSize = bytes.u32(at: start, .little) else {
            throw .truncated(format, "the file ends inside the header")
        }
        guard ImageFormat.isBMPHeader(byteCount: headerSize) else {
            throw .damaged(format, "unknown header length of \(headerSize) bytes")
        }
        guard bytes.range(at: start, count: Int(headerSize)) != nil else {
            throw .truncated(format, "the file ends inside the header")
        }
        let fields = BMPFields(bytes, at: start, headerSize: Int(headerSize))
        guard fields.width > 0, fields.height != 0 else {
            throw .damaged(format, "the header says a size of \(fields.width)x\(fields.height)")
        }
        size = PixelSize(width: fields.width, height: abs(fields.height))
        isTopDown = fields.height < 0
        bitsPerPixel = fields.bitsPerPixel
        encoding = try fields.encoding(bytes, format: format)
        paletteEntrySize = headerSize == 12 ? 3 : 4
        let paletteStart = start + Int(headerSize) + fields.bytesOfTrailingMasks
        guard fields.claimedPaletteByteCount <= bytes.byteCount - paletteStart else {
            throw .truncated(format, "the file ends inside the palette")
        }
        let given = pixelOffset ?? 0
        self.pixelOffset =
            given > paletteStart
            ? given : paletteStart + fields.storedPaletteCount * paletteEntrySize
        let entries = min(
            fields.paletteCount, (self.pixelOffset - paletteStart) / paletteEntrySize)
        palette = paletteStart..<(paletteStart + entries * paletteEntrySize)
        profile = fields.profile(bytes)
        doubtsAlpha = fields.compression == 0
    }
}
