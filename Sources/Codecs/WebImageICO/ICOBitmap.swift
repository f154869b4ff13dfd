import WebImageBMP
import WebImageCoding
import WebImagePixels

/// A bitmap without a file header, followed by a mask of one bit a pixel: 1 is transparent.
struct ICOBitmap {
    private let header: BMPHeader

    init(_ bytes: RawSpan, at offset: Int) throws(CodecError) {
        header = try BMPHeader(bytes, at: offset, pixelOffset: nil, format: .ico)
        guard !header.hasRuns else {
            throw .damaged(.ico, "run-length coding is not allowed in an icon")
        }
    }

    /// The upright size, without the rows of the mask.
    var size: PixelSize { header.icon(hasAlpha: false).size }
    /// The bits of a pixel, without the mask.
    var bitsPerPixel: Int { header.bitsPerPixel }

    /// Decodes the picture; the mask is used if the pixels have no alpha of their own.
    ///
    /// Alpha is ignored if it is 0 everywhere, as programs without support for it wrote it.
    func decode(_ bytes: RawSpan) throws(CodecError) -> Bitmap {
        if header.bitsPerPixel == 32 {
            let bitmap = try BMPPixels(header.icon(hasAlpha: true), format: .ico).decode(bytes)
            if !Self.isTransparent(bitmap) { return bitmap }
        }
        let opaque = header.icon(hasAlpha: false)
        var bitmap = try BMPPixels(opaque, format: .ico).decode(bytes)
        bitmap.isOpaque = false
        let (_, pixelRow) = opaque.rowByteCounts
        applyMask(bytes, at: opaque.pixelOffset + pixelRow * size.height, to: &bitmap)
        return bitmap
    }

    /// Returns the colours of the embedded profile; sRGB without one.
    func color(_ bytes: RawSpan) -> ColorDescription { header.color(bytes) }

    /// Clears the masked pixels; an incomplete or missing mask is ignored.
    private func applyMask(_ bytes: RawSpan, at start: Int, to bitmap: inout Bitmap) {
        let (size, stride) = (size, bitmap.bytesPerRow)
        let rowBytes = (size.width + 31) / 32 * 4
        let end = header.profile?.lowerBound ?? bytes.byteCount
        guard start + rowBytes * size.height <= end else { return }
        // Safe because only pixels inside the picture are written.
        unsafe bitmap.withUnsafeMutableRows { rows in
            for y in 0..<size.height {
                let row = header.isTopDown ? y : size.height - 1 - y
                for x in 0..<size.width {
                    guard let byte = bytes.u8(at: start + y * rowBytes + x >> 3),
                        byte & (0x80 >> UInt8(x & 7)) != 0
                    else { continue }
                    unsafe (rows + row * stride + x * 4).update(repeating: 0, count: 4)
                }
            }
        }
    }

    private static func isTransparent(_ bitmap: Bitmap) -> Bool {
        // Safe because only pixels inside the picture are read.
        unsafe bitmap.withUnsafeRows { rows in
            (0..<bitmap.size.height).allSatisfy { y in
                let row = unsafe rows + y * bitmap.bytesPerRow
                return (0..<bitmap.size.width).allSatisfy { x in unsafe row[x * 4 + 3] == 0 }
            }
        }
    }
}
