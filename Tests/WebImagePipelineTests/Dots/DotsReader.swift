import WebImageCaching
import WebImageCoding
import WebImagePixels

/// A reader of the available part of a dots file.
struct DotsReader {
    let file: DotsFile
    private let bytes: [UInt8]

    /// Parses the head; `nil` if it is incomplete.
    init?(_ bytes: [UInt8]) throws(CodecError) {
        guard bytes.count >= DotsFile.headCount else { return nil }
        guard bytes.starts(with: "DOTS".utf8) else { throw .damaged(.dots, "no signature") }
        let size = PixelSize(
            width: Int(bytes[4]) | Int(bytes[5]) << 8, height: Int(bytes[6]) | Int(bytes[7]) << 8)
        self.bytes = bytes
        file = DotsFile(
            size: size, frameCount: Int(bytes[8]),
            orientation: Orientation(rawValue: Int(bytes[9])) ?? .up, loopCount: Int(bytes[10]),
            flags: DotsFile.Flags(rawValue: bytes[11]))
    }

    /// Reads a file whose head must be complete.
    static func whole(_ bytes: RawSpan) throws(CodecError) -> DotsReader {
        // Safe because the bytes are only copied.
        let copy = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
        guard let reader = try DotsReader(copy) else { throw .truncated(.dots, "no head") }
        return reader
    }

    var metadata: ImageMetadata {
        var metadata = ImageMetadata(
            size: file.orientation.upright(file.size), orientation: file.orientation)
        metadata.frameCount = file.frameCount
        metadata.density = PixelDensity(x: 72, y: 144)
        metadata.exif = DotsReader.exif(file.orientation)
        if file.frameCount > 1 {
            metadata.durations = durations
            metadata.loopCount = file.loopCount
        }
        return metadata
    }

    /// Returns an EXIF block with an orientation only.
    static func exif(_ orientation: Orientation) -> [UInt8] {
        [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1]
            + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation.rawValue), 0, 0, 0, 0, 0, 0]
    }

    var durations: [Duration] {
        (0..<file.frameCount).map { .milliseconds(($0 + 2) * 10) }
    }

    var color: ColorDescription {
        file.flags.contains(.profile) ? .profile(ByteBlock(copying: Array("swap".utf8))) : .sRGB
    }

    /// The number of complete rows of the first frame.
    var rowCount: Int {
        min(max(0, bytes.count - file.offset(ofFrame: 0)) / file.rowCount, file.size.height)
    }

    /// The number of complete frames.
    var completeFrameCount: Int {
        let byteCount = file.rowCount * file.size.height
        return (0..<file.frameCount).prefix { bytes.count >= file.offset(ofFrame: $0) + byteCount }
            .count
    }

    /// Returns the available part of the first frame, transparent below.
    func partial() -> DecodeOutput { output(0, rows: rowCount) }

    /// Returns a complete frame.
    func frame(_ index: Int) throws(CodecError) -> DecodeOutput {
        guard bytes.count >= file.offset(ofFrame: index) + file.rowCount * file.size.height else {
            throw .truncated(.dots, "frame \(index) is not whole")
        }
        return output(index, rows: file.size.height)
    }

    private func output(_ index: Int, rows: Int) -> DecodeOutput {
        var bitmap = Bitmap(
            size: file.size, colorSpace: color.colorSpace,
            isOpaque: rows == file.size.height)
        let start = file.offset(ofFrame: index)
        let (rowBytes, rowCount) = (bitmap.bytesPerRow, file.rowCount)
        // Safe because both have `rowCount` bytes in each of `rows` rows.
        unsafe bitmap.withUnsafeMutableRows { target in
            unsafe bytes.withUnsafeBufferPointer { source in
                for y in 0..<rows {
                    guard let base = source.baseAddress else { return }
                    unsafe (target + y * rowBytes).update(
                        from: base + start + y * rowCount, count: rowCount)
                }
            }
        }
        return DecodeOutput(bitmap: bitmap, color: color, metadata: metadata)
    }
}

/// A converter that swaps blue and red, with any profile.
struct SwapColor: ColorConverting {
    var identity: String { "swap" }

    func convertToSRGB(_ bitmap: inout Bitmap, from color: ColorDescription) throws(CodecError) {
        for y in 0..<bitmap.size.height {
            for x in 0..<bitmap.size.width {
                let pixel = bitmap[x, y]
                bitmap[x, y] = SIMD4(pixel[2], pixel[1], pixel[0], pixel[3])
            }
        }
        bitmap.colorSpace = .sRGB
    }

    func describe(_ profile: ByteBlock) -> String? { "Swapped" }
}
