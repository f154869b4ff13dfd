import WebImageCaching
import WebImageCoding
import WebImagePixels

extension ImageFormat {
    /// A format that only these tests know.
    static let dots = ImageFormat(rawValue: "dots")
}

/// A file of the tests' own format.
///
/// `DOTS`, width and height (2 bytes each, little-endian), the numbers of frames, of the
/// orientation and of plays, flags; for each frame its duration in 10 ms and its pixels as blue,
/// green, red, alpha; `STOD`.
struct DotsFile {
    /// The bytes before the first frame.
    static let headCount = 12
    /// The bytes after the last.
    static let tailCount = 4

    /// What the flags say besides the pixels.
    struct Flags: OptionSet {
        let rawValue: UInt8
        /// The colours want ``SwapColor``.
        static let profile = Flags(rawValue: 1)
        /// A session refuses the file, a decoder does not.
        static let refusesSession = Flags(rawValue: 2)
        /// The headers of the frames are damaged.
        static let damagedFrames = Flags(rawValue: 4)
        /// The frames are too many.
        static let tooManyFrames = Flags(rawValue: 8)
    }

    var size = PixelSize(width: 6, height: 4)
    var frameCount = 1
    var orientation = Orientation.up
    var loopCount = 3
    var flags: Flags = []

    /// The bytes of a stored row.
    var rowCount: Int { size.width * 4 }
    /// Where the pixels of a frame begin.
    func offset(ofFrame index: Int) -> Int {
        Self.headCount + index * (1 + rowCount * size.height) + 1
    }
    /// How many bytes show that many rows of the first frame.
    func byteCount(ofRows count: Int) -> Int { offset(ofFrame: 0) + count * rowCount }

    /// The pixel at a place of a frame, as stored.
    static func pixel(_ x: Int, _ y: Int, frame: Int) -> SIMD4<UInt8> {
        SIMD4(UInt8(x * 20 & 255), UInt8(y * 30 & 255), UInt8(40 + frame * 50 & 255), 255)
    }

    /// The stored pixels of a frame.
    func bitmap(ofFrame index: Int) -> Bitmap {
        var bitmap = Bitmap(size: size, isOpaque: true)
        for y in 0..<size.height {
            let row = row(y, frame: index)
            let start = y * bitmap.bytesPerRow
            // Safe because the bitmap has so many bytes in each row.
            unsafe bitmap.withUnsafeMutableRows { target in
                for (at, byte) in row.enumerated() { unsafe target[start + at] = byte }
            }
        }
        return bitmap
    }

    /// The bytes of a stored row.
    private func row(_ y: Int, frame: Int) -> [UInt8] {
        // Every 64th column looks the same: 20 × 64 is a multiple of 256.
        let part = (0..<min(size.width, 64)).flatMap { x -> [UInt8] in
            let pixel = Self.pixel(x, y, frame: frame)
            return [pixel[0], pixel[1], pixel[2], pixel[3]]
        }
        var row: [UInt8] = []
        while row.count < rowCount { row += part }
        return Array(row.prefix(rowCount))
    }

    /// The file.
    var bytes: [UInt8] {
        var bytes = Array("DOTS".utf8)
        bytes += [size.width, size.height].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        bytes += [
            UInt8(frameCount), UInt8(orientation.rawValue), UInt8(loopCount), flags.rawValue,
        ]
        for index in 0..<frameCount {
            bytes.append(UInt8(index + 2))
            for y in 0..<size.height { bytes += row(y, frame: index) }
        }
        return bytes + Array("STOD".utf8)
    }

    /// The file as one block.
    var block: ByteBlock { ByteBlock(copying: bytes) }
}
