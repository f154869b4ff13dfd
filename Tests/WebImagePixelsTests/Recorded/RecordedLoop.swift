import WebImageCaching
import WebImagePixels

/// A loop over pixels or bytes whose results are recorded, to be repeated on another processor.
///
/// `scripts/parts/try-arm` compiles this file for arm64, too. It uses nothing that Embedded Swift
/// lacks.
enum RecordedLoop: UInt32 {
    case scaled, blurred, sharpened, oriented, rotated, recolored, premultiplied, unpremultiplied
    case composite, pixelated, tinted, paletteMapped, attention, trimmed, checksum, digest

    /// Returns the bytes that the loop makes of a picture.
    func run(_ numbers: SIMD4<Double>, on picture: Bitmap) -> [UInt8] {
        let number = Int(numbers.x)
        return switch self {
        case .scaled, .blurred, .sharpened, .oriented, .rotated: moved(numbers, picture).packed
        case .recolored: picture.recolored(by: Self.matrix(numbers)).packed
        case .premultiplied: picture.premultiplied(from: PixelFormat.allCases[number])
        case .unpremultiplied: picture.unpremultiplied(to: PixelFormat.allCases[number])
        case .composite: picture.withCopy(x: number, y: Int(numbers.y), numbers.z).packed
        case .pixelated: picture.pixelated(side: number).packed
        case .tinted:
            picture.tinted(SIMD4(200, 90, 30, 160), mode: BlendMode.allCases[number]).packed
        case .paletteMapped: picture.mapped(toColors: number, dithers: numbers.y > 0)
        case .attention:
            picture.attentionRect(of: PixelSize(width: number, height: Int(numbers.y))).bytes
        case .trimmed:
            TrimMargins(of: picture, color: nil, threshold: numbers.x).content()?.bytes ?? []
        case .checksum: picture.checksums(isPortable: numbers.x > 0)
        case .digest: picture.digest(isPortable: numbers.x > 0)
        }
    }

    private func moved(_ numbers: SIMD4<Double>, _ picture: Bitmap) -> Bitmap {
        switch self {
        case .scaled:
            picture.resampled(
                to: PixelSize(width: Int(numbers.x), height: Int(numbers.y)),
                filter: ResampleFilter.allCases[Int(numbers.z)])
        case .blurred: picture.blurred(sigma: numbers.x)
        case .sharpened: picture.sharpened(sigma: numbers.x)
        case .oriented: picture.oriented(Orientation.allCases[Int(numbers.x)])
        default: picture.rotated(degrees: numbers.x)
        }
    }

    private static func matrix(_ numbers: SIMD4<Double>) -> ColorMatrix {
        ColorMatrix(
            [
                SIMD3(numbers.x, 0.3, -0.2), SIMD3(-0.7, numbers.x, 0.1),
                SIMD3(0.4, -0.6, numbers.x),
            ], offset: numbers.y)
    }
}

extension Bitmap {
    /// Creates a picture of rows without padding.
    init(width: Int, height: Int, isOpaque: Bool, rows: UnsafePointer<UInt8>) {
        self.init(size: PixelSize(width: width, height: height), isOpaque: isOpaque)
        let stride = bytesPerRow
        withUnsafeMutableRows { target in
            for y in 0..<height {
                (target + y * stride).update(from: rows + y * width * 4, count: width * 4)
            }
        }
    }

    /// The rows without padding.
    var packed: [UInt8] {
        let (size, stride) = (size, bytesPerRow)
        return withUnsafeRows { rows in
            (0..<size.height).flatMap { y in
                Array(UnsafeBufferPointer(start: rows + y * stride, count: size.width * 4))
            }
        }
    }

    fileprivate func premultiplied(from format: PixelFormat) -> [UInt8] {
        let source = packed
        let count = source.count / 4
        var target = [UInt8](repeating: 0, count: count * 4)
        Convert.premultiplied(from: source, as: format, into: &target, count: count)
        return target
    }

    fileprivate func unpremultiplied(to format: PixelFormat) -> [UInt8] {
        let source = packed
        let count = source.count / 4
        var target = [UInt8](repeating: 0, count: count * format.bytesPerPixel)
        Convert.unpremultiplied(
            from: source, into: &target, as: format, matte: SIMD3(10, 200, 90), count: count)
        return target
    }

    fileprivate func withCopy(x: Int, y: Int, _ opacity: Double) -> Bitmap {
        var result = self
        result.composite(oriented(.down), atX: x, y: y, opacity: opacity)
        return result
    }

    fileprivate func mapped(toColors count: Int, dithers: Bool) -> [UInt8] {
        let pixels: [UInt32] = packed.withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map { pixel in
                bytes.loadUnaligned(fromByteOffset: pixel * 4, as: UInt32.self) & 0xFF_FFFF
            }
        }
        var counter = ColorCounter()
        counter.add(pixels.span)
        let palette = Palette(of: counter, count: count, rounds: 2)
        var mapper = PaletteMapper(
            palette, width: size.width, transparentIndex: 255, dithers: dithers)
        var indices = [UInt8](repeating: 0, count: pixels.count)
        for start in stride(from: 0, to: pixels.count, by: size.width) {
            let row = Array(pixels[start..<start + size.width])
            mapper.map(row.span, into: &indices, at: start)
        }
        return palette.colors.flatMap { $0.littleEndianBytes } + indices
    }

    /// Returns the checksums of the first bytes, for some counts.
    fileprivate func checksums(isPortable: Bool) -> [UInt8] {
        let bytes = packed
        return [0, 63, 64, 240, 1024, 1025, bytes.count].flatMap { count in
            bytes.withUnsafeBytes { whole in
                let part = UnsafeRawBufferPointer(rebasing: whole[..<count]).bytes
                return Checksum.digest(of: part, isPortable: isPortable).littleEndianBytes
            }
        }
    }

    fileprivate func digest(isPortable: Bool) -> [UInt8] {
        let words = packed.withUnsafeBytes { SHA256.digest(of: $0, isPortable: isPortable) }
        return (0..<8).flatMap { words[$0].littleEndianBytes }
    }
}

extension FixedWidthInteger {
    /// The bytes, lowest first.
    fileprivate var littleEndianBytes: [UInt8] {
        (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
    }
}

extension PixelRect {
    /// The place and the size, 16 bits each.
    fileprivate var bytes: [UInt8] {
        [x, y, size.width, size.height].flatMap { UInt16($0).littleEndianBytes }
    }
}
