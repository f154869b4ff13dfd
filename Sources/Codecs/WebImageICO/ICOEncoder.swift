public import WebImageCoding
public import WebImagePixels

/// Encodes icons of one picture: a bitmap of 32 bits with alpha, and the mask of one bit that old
/// readers use.
///
/// Pictures with a side over ``maxSide`` are scaled down to fit. Nothing is compressed, and
/// settings have no effect.
public struct ICOEncoder: ImageEncoder {
    /// The longest side of an icon in pixels.
    public static let maxSide = 256

    /// Creates an encoder.
    public init() {}

    /// The name and version.
    public var identity: String { "ico-1" }
    /// Icons.
    public var format: ImageFormat { .ico }
    /// `false`, because pixels are stored uncompressed.
    public var hasQuality: Bool { false }

    /// Encodes the picture.
    ///
    /// - Throws: `CodecError.limit` if the system refuses the memory.
    public func encode(
        _ bitmap: Bitmap, settings: EncodeSettings
    ) throws(CodecError) -> ByteBlock {
        let box = PixelSize(width: Self.maxSide, height: Self.maxSide)
        let size = Fit.fit.scaledSize(of: bitmap.size, in: box, enlarges: false)
        let bitmap = bitmap.inEightBits
        return Self.file(
            of: size == bitmap.size
                ? bitmap : try bitmap.replaced(by: size) { $0.resampled(to: size) })
    }

    /// Returns the file of a picture within the box.
    private static func file(of bitmap: Bitmap) -> ByteBlock {
        let (width, height) = (bitmap.size.width, bitmap.size.height)
        let (rowBytes, maskBytes) = (width * 4, (width + 31) / 32 * 4)
        let picture = 40 + (rowBytes + maskBytes) * height
        var bytes = header(of: bitmap.size, byteCount: picture)
        var mask: [UInt8] = []
        for y in (0..<height).reversed() {
            var row = [UInt8](repeating: 0, count: rowBytes)
            // Safe because the row of the bitmap and the array have `width` pixels.
            unsafe row.withUnsafeMutableBufferPointer { target in
                guard let start = target.baseAddress else { return }
                unsafe bitmap.writeRows(y..<y + 1, into: start, stride: rowBytes, as: .bgra8)
            }
            bytes += row
            mask += Self.mask(of: row, byteCount: maskBytes)
        }
        return ByteBlock(copying: bytes + mask)
    }

    /// Returns a row of the mask, in which 1 is a pixel without any colour.
    private static func mask(of row: [UInt8], byteCount: Int) -> [UInt8] {
        var mask = [UInt8](repeating: 0, count: byteCount)
        for x in 0..<row.count / 4 where row[x * 4 + 3] == 0 {
            mask[x / 8] |= 0x80 >> UInt8(x % 8)
        }
        return mask
    }

    /// Returns the directory of one entry, and BITMAPINFOHEADER with twice the height, for the
    /// mask.
    private static func header(of size: PixelSize, byteCount: Int) -> [UInt8] {
        // A side of 256 is written as 0.
        let sides = [UInt8(truncatingIfNeeded: size.width), UInt8(truncatingIfNeeded: size.height)]
        var bytes: [UInt8] = [0, 0, 1, 0, 1, 0] + sides + [0, 0, 1, 0, 32, 0]
        for number in [byteCount, 22, 40, size.width, size.height * 2] {
            bytes.add(UInt32(clamping: number), .little)
        }
        bytes += [1, 0, 32, 0]
        for number in [0, byteCount - 40, 0, 0, 0, 0] {
            bytes.add(UInt32(clamping: number), .little)
        }
        return bytes
    }
}
