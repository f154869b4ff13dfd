/// Writes an orientation into a JPEG; the encoders here receive upright pictures only.
enum ExifSegment {
    /// Returns the file with an APP1 segment right after the start marker (EXIF 2.32, section
    /// 4.5).
    ///
    /// The segment is minimal: a big-endian TIFF header and a directory with one entry.
    ///
    /// - Parameters:
    ///   - orientation: The EXIF number, 1 to 8.
    ///   - jpeg: Bytes that begin with the start marker FF D8; others are returned unchanged.
    static func adding(orientation: UInt8, to jpeg: [UInt8]) -> [UInt8] {
        guard jpeg.starts(with: [0xFF, 0xD8]) else { return jpeg }
        let directory: [UInt8] =
            [0, 1]  // One entry:
            + [0x01, 0x12, 0, 3, 0, 0, 0, 1]  // tag 0x0112, of type SHORT, one value,
            + [0, orientation, 0, 0]  // stored here, padded to four bytes.
            + [0, 0, 0, 0]  // No directory follows.
        let tiff = Array("MM".utf8) + [0, 42, 0, 0, 0, 8] + directory
        let content = Array("Exif".utf8) + [0, 0] + tiff
        let marker: [UInt8] = [0xFF, 0xE1, 0, UInt8(content.count + 2)]
        return jpeg[..<2] + marker + content + jpeg[2...]
    }
}
