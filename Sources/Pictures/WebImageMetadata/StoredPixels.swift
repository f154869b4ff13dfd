package import WebImageBytes
import WebImagePixels

/// The kind of colours of a file's pixels, apart from alpha.
public enum ColorType: String, Hashable, Sendable {
    /// One channel of brightness.
    case gray
    /// Red, green and blue, also as brightness and two colour differences.
    case rgb
    /// Indices of a table of colours.
    case palette
    /// Four inks.
    case cmyk
    /// Lightness and two colours of CIE L*a*b*.
    case lab
}

/// The kind of a file's pixels by its header.
package struct StoredPixels: Hashable, Sendable {
    /// The bits of a sample, of a palette those of an index; nil if unknown.
    package var bitDepth: Int?
    /// The kind of colours; nil if unknown.
    package var colorType: ColorType?

    /// Creates a description.
    package init(_ bitDepth: Int? = nil, _ colorType: ColorType? = nil) {
        self.bitDepth = bitDepth
        self.colorType = colorType
    }

    /// Reads the header of a file; knows nothing of a damaged one and of vector drawings.
    package init(of bytes: RawSpan, format: ImageFormat) {
        switch format {
        case .jpeg: self.init(jpeg: bytes)
        case .png, .apng: self.init(png: bytes)
        case .gif: self.init(8, .palette)
        case .webp: self.init(8, .rgb)
        case .bmp: self.init(bmp: bytes)
        case .tiff: self.init(tiff: bytes)
        case .avif, .heic: self.init(media: bytes)
        case .jxl: self.init(jxl: bytes)
        default: self.init()
        }
    }

    private init(jpeg bytes: RawSpan) {
        self.init()
        guard let scanner = JPEGSegments(bytes) else { return }
        while let segment = scanner.next(of: bytes), segment.marker != 0xDA {
            // Frame headers, without the tables DHT, JPG and DAC.
            guard (0xC0...0xCF).contains(segment.marker), segment.body.count >= 6,
                ![0xC4, 0xC8, 0xCC].contains(segment.marker)
            else { continue }
            bitDepth = bytes.u8(at: segment.body.lowerBound).map { Int($0) }
            colorType = Self.jpegColors[bytes.u8(at: segment.body.lowerBound + 5) ?? 0]
            return
        }
    }

    private static let jpegColors: [UInt8: ColorType] = [1: .gray, 3: .rgb, 4: .cmyk]

    private init(png bytes: RawSpan) {
        let types: [UInt8: ColorType] = [0: .gray, 2: .rgb, 3: .palette, 4: .gray, 6: .rgb]
        self.init(bytes.u8(at: 24).map { Int($0) }, bytes.u8(at: 25).flatMap { types[$0] })
    }

    private init(bmp bytes: RawSpan) {
        self.init()
        let isOld = bytes.u32(at: 14, .little) == 12
        guard let bits = bytes.u16(at: isOld ? 24 : 28, .little).map({ Int($0) }), bits > 0 else {
            return
        }
        (bitDepth, colorType) = bits <= 8 ? (bits, .palette) : (bits == 16 ? 5 : 8, .rgb)
    }

    private init(tiff bytes: RawSpan) {
        self.init()
        guard let first = ExifDirectory(firstOf: bytes) else { return }
        let bits = first[0x0102].flatMap { bytes.u16(at: $0.place, first.order) }
        let colors: ColorType? =
            switch first.number(0x0106, of: bytes) {
            case 0, 1: .gray
            case 2, 6: .rgb
            case 3: .palette
            case 5: .cmyk
            case 8, 9, 10: .lab
            default: nil
            }
        (bitDepth, colorType) = (bits.map { Int($0) } ?? 1, colors)
    }

    /// Reads the properties `pixi`, `av1C` and `hvcC` of the primary item.
    private init(media bytes: RawSpan) {
        self.init()
        guard let full = bytes.firstBox(["meta"], in: 0..<bytes.byteCount), full.count > 4 else {
            return
        }
        let meta = full.lowerBound + 4..<full.upperBound
        guard let properties = try? MediaProperties(bytes, meta: meta),
            let item = bytes.primaryItem(in: meta)
        else { return }
        let boxes = (properties.items[item] ?? []).map { properties.boxes[$0] }
        if let box = boxes.first(where: { bytes.has("pixi", at: $0.typeOffset) }),
            let count = bytes.u8(at: box.body.lowerBound + 4)
        {
            bitDepth = bytes.u8(at: box.body.lowerBound + 5).map { Int($0) }
            colorType = count == 1 ? .gray : .rgb
        } else if let box = boxes.first(where: { bytes.has("av1C", at: $0.typeOffset) }),
            let flags = bytes.u8(at: box.body.lowerBound + 2)
        {
            bitDepth = flags & 0x40 == 0 ? 8 : flags & 0x20 == 0 ? 10 : 12
            colorType = flags & 0x10 == 0 ? .rgb : .gray
        } else if let box = boxes.first(where: { bytes.has("hvcC", at: $0.typeOffset) }),
            let chroma = bytes.u8(at: box.body.lowerBound + 16),
            let depth = bytes.u8(at: box.body.lowerBound + 17)
        {
            bitDepth = Int(depth & 7) + 8
            colorType = chroma & 3 == 0 ? .gray : .rgb
        }
    }
}

// The headers of JPEG XL (ISO/IEC 18181-1, annex D).
extension StoredPixels {
    /// Returns `true` for a still, `false` for an animation; nil if the header is not there.
    package static func isStill(jxl bytes: RawSpan) -> Bool? {
        guard var bits = headerBits(jxl: bytes) else { return nil }
        let isStill = bits.readFlag() || !bits.readFlag() || !bits.skipExtraFields()
        return bits.isPastEnd ? nil : isStill
    }

    /// Returns the width and height of a codestream; nil if it is none.
    static func size(jxl bytes: RawSpan) -> PixelSize? {
        guard bytes.has([0xFF, 0x0A]) else { return nil }
        var bits = BitReader(bytes.extracting(2...).prefixBytes(longestHeader)[...], .little)
        let size = bits.readSize()
        return bits.isPastEnd ? nil : size
    }

    /// The most bytes that are read: the flags of 4096 extra channels, and the other fields.
    private static let longestHeader = 1024

    /// Returns the bits behind the size of the picture.
    private static func headerBits(jxl bytes: RawSpan) -> BitReader? {
        let place: Int
        if bytes.has([0xFF, 0x0A]) {
            place = 0
        } else if let box = bytes.firstBox(["jxlc"], in: 0..<bytes.byteCount) {
            place = box.lowerBound
        } else if let box = bytes.firstBox(["jxlp"], in: 0..<bytes.byteCount) {
            place = box.lowerBound + 4
        } else {
            return nil
        }
        guard bytes.has([0xFF, 0x0A], at: place) else { return nil }
        let header = bytes.extracting((place + 2)...).prefixBytes(longestHeader)
        var bits = BitReader(header[...], .little)
        _ = bits.readSize()
        return bits
    }

    fileprivate init(jxl bytes: RawSpan) {
        self.init()
        guard var bits = Self.headerBits(jxl: bytes) else { return }
        if bits.readFlag() {
            (bitDepth, colorType) = (8, .rgb)
            return
        }
        if bits.readFlag() { _ = bits.skipExtraFields() }
        let isFloat = bits.readFlag()
        bitDepth = bits.read(
            isFloat ? [(32, 0), (16, 0), (24, 0), (1, 6)] : [(8, 0), (10, 0), (12, 0), (1, 6)])
        if isFloat { _ = bits.read(4) }
        _ = bits.readFlag()
        for _ in 0..<bits.read([(0, 0), (1, 0), (2, 4), (1, 12)]) {
            guard bits.readFlag() || bits.skipAlpha() else { return }
        }
        // XYB or not, then the encoding of colours.
        _ = bits.readFlag()
        if bits.readFlag() {
            colorType = .rgb
        } else {
            // A profile or not.
            _ = bits.readFlag()
            let space = bits.read(BitReader.enumeration)
            colorType = space == 1 ? .gray : .rgb
        }
        if bits.isPastEnd { self = StoredPixels() }
    }
}

extension BitReader {
    /// The form of a number that names a kind.
    fileprivate static let enumeration: [(first: Int, bits: Int)] = [
        (0, 0), (1, 0), (2, 4), (18, 6),
    ]

    /// Skips an extra channel of alpha, with the bits of its samples; returns `false` for another
    /// one.
    fileprivate mutating func skipAlpha() -> Bool {
        guard read(Self.enumeration) == 0 else { return false }
        if readFlag() {
            _ = (read([(32, 0), (16, 0), (24, 0), (1, 6)]), read(4))
        } else {
            _ = read([(8, 0), (10, 0), (12, 0), (1, 6)])
        }
        _ = read([(0, 0), (3, 0), (4, 0), (1, 3)])
        let nameCount = read([(0, 0), (0, 4), (16, 5), (48, 10)])
        for _ in 0..<nameCount { _ = read(8) }
        // Multiplied by alpha or not.
        _ = readFlag()
        return true
    }

    /// Reads the size of a picture; a width by a ratio is that of the height.
    fileprivate mutating func readSize() -> PixelSize {
        let isSmall = readFlag()
        let height = readSide(isSmall)
        let ratio = Self.ratios[read(3)]
        let width = ratio.map { height * $0.width / $0.height } ?? readSide(isSmall)
        return PixelSize(width: width, height: height)
    }

    private mutating func readSide(_ isSmall: Bool) -> Int {
        isSmall ? (read(5) + 1) * 8 : read([(1, 9), (1, 13), (1, 18), (1, 30)])
    }

    /// The ratios of width to height by their numbers; the first says that both are written.
    private static let ratios: [(width: Int, height: Int)?] = [
        nil, (1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1),
    ]

    /// Skips orientation, size to show, preview and animation.
    ///
    /// - Returns: `true` if there is an animation.
    fileprivate mutating func skipExtraFields() -> Bool {
        _ = read(3)
        if readFlag() { _ = readSize() }
        if readFlag() {
            let isSmall = readFlag()
            let sides =
                isSmall
                ? [(16, 0), (32, 0), (1, 5), (33, 9)]
                : [(1, 6), (65, 8), (321, 10), (1345, 12)]
            _ = read(sides)
            if read(3) == 0 { _ = read(sides) }
        }
        let isAnimated = readFlag()
        if isAnimated {
            _ = read([(100, 0), (1000, 0), (1, 10), (1, 30)])
            _ = read([(1, 0), (1001, 0), (1, 8), (1, 10)])
            _ = read([(0, 0), (0, 3), (0, 16), (0, 32)])
            _ = readFlag()
        }
        return isAnimated
    }
}
