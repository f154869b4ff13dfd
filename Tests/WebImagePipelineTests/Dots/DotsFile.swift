import WebImageCaching
import WebImageCoding
import WebImagePixels

extension ImageFormat {
    /// The format of these tests.
    static let dots = ImageFormat(rawValue: "dots")
}

/// A file of the test format.
///
/// `DOTS`, width and height (2 bytes each, little-endian), the numbers of frames, of the
/// orientation and of plays, flags; for each frame its duration in 10 ms and its pixels as blue,
/// green, red, alpha; `STOD`.
struct DotsFile {
    /// The bytes before the first frame.
    static let headCount = 12
    /// The bytes after the last.
    static let tailCount = 4

    /// The flags besides the pixels.
    struct Flags: OptionSet {
        let rawValue: UInt8
        /// The colours need ``SwapColor``.
        static let profile = Flags(rawValue: 1)
        /// A session rejects the file, a decoder does not.
        static let refusesSession = Flags(rawValue: 2)
        /// The headers of the frames are damaged.
        static let damagedFrames = Flags(rawValue: 4)
        /// The limit of frames is exceeded.
        static let tooManyFrames = Flags(rawValue: 8)
    }

    var size = PixelSize(width: 6, height: 4)
    var frameCount = 1
    var orientation = Orientation.up
    var loopCount = 3
    var flags: Flags = []

    /// The bytes of a stored row.
    var rowCount: Int { size.width * 4 }
    /// Returns the offset of a frame's pixels.
    func offset(ofFrame index: Int) -> Int {
        Self.headCount + index * (1 + rowCount * size.height) + 1
    }
    /// Returns the number of bytes that contain `count` rows of the first frame.
    func byteCount(ofRows count: Int) -> Int { offset(ofFrame: 0) + count * rowCount }

    /// Returns the stored pixel at a position of a frame.
    static func pixel(_ x: Int, _ y: Int, frame: Int) -> SIMD4<UInt8> {
        SIMD4(UInt8(x * 20 & 255), UInt8(y * 30 & 255), UInt8((40 + frame * 50) & 255), 255)
    }

    /// Returns the stored pixels of a frame.
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

    /// Returns the bytes of a stored row.
    private func row(_ y: Int, frame: Int) -> [UInt8] {
        // Column 64 looks like column 0: 20 × 64 is a multiple of 256.
        let part = (0..<min(size.width, 64)).flatMap { x -> [UInt8] in
            let pixel = Self.pixel(x, y, frame: frame)
            return [pixel[0], pixel[1], pixel[2], pixel[3]]
        }
        var row: [UInt8] = []
        while row.count < rowCount { row += part }
        return Array(row.prefix(rowCount))
    }

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

    var block: ByteBlock { ByteBlock(copying: bytes) }
}
