import WebImageCoding
import WebImagePixels

/// A decoder of runs of palette indices, of 8 bits (RLE8) or 4 (RLE4); see [MS-WMF], section 3.1.6.
///
/// The bytes are instructions that move a pen from left to right, bottom row first. Pixels it skips
/// stay transparent; pixels beyond the end of a row are discarded.
struct BMPRuns {
    private let header: BMPHeader
    private let palette: [BMPColor]
    private let format: ImageFormat

    /// Creates a decoder for a header whose size was checked against the limits.
    init(_ header: BMPHeader, palette: [BMPColor], format: ImageFormat) {
        self.header = header
        self.palette = palette
        self.format = format
    }

    /// Decodes the picture; without an end mark it is complete if its last pixel was passed.
    func decode(_ bytes: RawSpan) throws(CodecError) -> Bitmap {
        guard header.pixelOffset < bytes.byteCount else {
            throw .truncated(format, "no pixels follow the header")
        }
        var bitmap = try Bitmap(decoding: header.size)
        let stride = bitmap.bytesPerRow
        let isComplete = try unsafe bitmap.withUnsafeMutableRows { rows throws(CodecError) in
            var pen = unsafe Pen(
                rows: rows, stride: stride, size: header.size, isTopDown: header.isTopDown)
            return try run(bytes, &pen)
        }
        guard isComplete else {
            throw .truncated(format, "the run-length codes end before the last pixel")
        }
        return bitmap
    }

    /// Executes all instructions; returns `true` if the picture is complete.
    private func run(_ bytes: RawSpan, _ pen: inout Pen) throws(CodecError) -> Bool {
        var reader = ByteReader(at: header.pixelOffset, .little)
        var instructions = 0
        while pen.y < header.size.height {
            instructions += 1
            if instructions & 0xFFFF == 0, Task.isCancelled { throw .cancelled }
            guard let count = reader.u8(of: bytes), let value = reader.u8(of: bytes) else {
                return pen.hasFinished
            }
            if count > 0 {
                draw(count: Int(count), &pen) { pixel in index(of: pixel, in: value) }
                continue
            }
            switch value {
            case 0: pen.newLine()
            case 1: return true
            case 2:
                guard let right = reader.u8(of: bytes), let up = reader.u8(of: bytes) else {
                    return pen.hasFinished
                }
                pen.move(right: Int(right), up: Int(up))
            default:
                let start = reader.offset
                let bits = Int(value) * header.bitsPerPixel
                // Instructions begin at even distances from the first one.
                let isThere = reader.skip((bits + 15) / 16 * 2, of: bytes) != nil
                draw(count: Int(value), &pen) { pixel in
                    let byte = bytes.u8(at: start + pixel * header.bitsPerPixel / 8)
                    return byte.map { index(of: pixel, in: $0) }
                }
                guard isThere else { return pen.hasFinished }
            }
        }
        return true
    }

    /// Returns the index of a pixel; the even one of two 4-bit pixels is in the upper half.
    private func index(of pixel: Int, in byte: UInt8) -> UInt8 {
        guard header.bitsPerPixel == 4 else { return byte }
        return pixel & 1 == 0 ? byte >> 4 : byte & 15
    }

    private func draw(count: Int, _ pen: inout Pen, index: (Int) -> UInt8?) {
        for pixel in 0..<count {
            guard let index = index(pixel) else { return }
            pen.draw(palette[Int(index)])
        }
    }
}

/// The position of the next pixel of a run.
// Safe because it writes only if `x` and `y` are inside the given rows.
@safe private struct Pen {
    let rows: UnsafeMutablePointer<UInt8>
    let stride: Int
    let size: PixelSize
    let isTopDown: Bool
    var x = 0
    /// The row in stored order, so row 0 is usually at the bottom.
    var y = 0

    init(
        rows: UnsafeMutablePointer<UInt8>, stride: Int, size: PixelSize, isTopDown: Bool
    ) {
        unsafe self.rows = rows
        self.stride = stride
        self.size = size
        self.isTopDown = isTopDown
    }

    /// `true` if the last pixel of the last row was passed.
    var hasFinished: Bool { y >= size.height || y == size.height - 1 && x >= size.width }

    mutating func draw(_ color: BMPColor) {
        guard x < size.width, y < size.height else { return }
        let row = isTopDown ? y : size.height - 1 - y
        unsafe color.write(to: rows + row * stride + x * 4)
        x += 1
    }

    mutating func newLine() {
        x = 0
        y += 1
    }

    mutating func move(right: Int, up: Int) {
        x = min(x + right, size.width)
        y = min(y + up, size.height)
    }
}
