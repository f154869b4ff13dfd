public import WebImageCoding
public import WebImagePixels

/// Encodes bitmaps: 24 bits for an opaque picture, else 32 bits with an alpha mask (version 4).
///
/// Nothing is compressed, and settings have no effect.
public struct BMPEncoder: ImageEncoder {
    /// Creates an encoder.
    public init() {}

    /// The name and version.
    public var identity: String { "bmp-1" }
    /// BMP.
    public var format: ImageFormat { .bmp }

    /// `false`, because pixels are stored uncompressed.
    public var hasQuality: Bool { false }

    /// Encodes the picture.
    ///
    /// - Throws: `CodecError.encoding` if the picture exceeds the 32-bit fields of the format.
    public func encode(
        _ bitmap: Bitmap, settings: EncodeSettings
    ) throws(CodecError) -> ByteBlock {
        let bitmap = bitmap.inEightBits
        let pixels: PixelFormat = bitmap.isOpaque ? .bgr8 : .bgra8
        let (width, height) = (bitmap.size.width, bitmap.size.height)
        let head = bitmap.isOpaque ? Self.headOfOpaque : Self.headWithAlpha
        guard width <= Int(Int32.max) / 4, height <= Int(Int32.max),
            case let rowBytes = (width * pixels.bytesPerPixel + 3) / 4 * 4,
            case let (body, overflow) = rowBytes.multipliedReportingOverflow(by: height),
            !overflow, body <= Int(Int32.max) - head
        else { throw .encoding(.bmp, "\(bitmap.size) is too large for the format") }
        let header = Self.header(of: bitmap.size, bodyByteCount: body, hasAlpha: !bitmap.isOpaque)
        try CodecError.requireMemory(head + body)
        // Safe because the block holds the head and `height` rows of `rowBytes`.
        return unsafe ByteBlock(capacity: head + body) { buffer in
            unsafe buffer.copyBytes(from: header)
            guard let start = buffer.baseAddress else { return 0 }
            let rows = unsafe start.assumingMemoryBound(to: UInt8.self) + head
            unsafe rows.update(repeating: 0, count: body)
            unsafe bitmap.writeRows(
                0..<height, into: rows + (height - 1) * rowBytes, stride: -rowBytes, as: pixels)
            return head + body
        }
    }

    private static let headOfOpaque = 14 + 40
    private static let headWithAlpha = 14 + 108

    /// Returns the file header, then BITMAPINFOHEADER or BITMAPV4HEADER.
    private static func header(
        of size: PixelSize, bodyByteCount: Int, hasAlpha: Bool
    ) -> [UInt8] {
        let head = hasAlpha ? headWithAlpha : headOfOpaque
        var bytes: [UInt8] = [0x42, 0x4D]
        func add(_ numbers: UInt32...) {
            for number in numbers {
                for shift in [0, 8, 16, 24] as [UInt32] {
                    bytes.append(UInt8(truncatingIfNeeded: number >> shift))
                }
            }
        }
        add(UInt32(head + bodyByteCount), 0, UInt32(head))
        let bitsAndPlanes: UInt32 = (hasAlpha ? 32 : 24) << 16 | 1
        add(UInt32(head - 14), UInt32(size.width), UInt32(size.height), bitsAndPlanes)
        // 2835 pixels a metre are 72 an inch; there is no palette.
        add(hasAlpha ? 3 : 0, UInt32(bodyByteCount), 2835, 2835, 0, 0)
        guard hasAlpha else { return bytes }
        let sRGB: UInt32 = 0x7352_4742
        add(0x00FF_0000, 0x0000_FF00, 0x0000_00FF, 0xFF00_0000, sRGB)
        return bytes + [UInt8](repeating: 0, count: head - bytes.count)
    }
}
