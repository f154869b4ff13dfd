import WebImageBytes
import WebImageMetadata
import WebImagePixels

/// The PNG file of a thumbnail, with the texts that name its original.
struct ThumbnailFile: Sendable {
    /// The width and height in pixels, as the header states them.
    let size: PixelSize
    /// The texts by keyword; the first of a keyword counts.
    private let texts: [String: String]

    /// The length of the signature, and of the signature and the header.
    private static let (signatureLength, headerEnd) = (8, 33)

    /// Checks the bytes of a file: all chunks are there and intact up to the end of the picture.
    ///
    /// - Parameter side: The longest side that is permitted, in pixels.
    /// - Returns: Nil for another file.
    init?(_ bytes: RawSpan, side: Int) {
        guard bytes.has([137, 80, 78, 71, 13, 10, 26, 10]), bytes.has("IHDR", at: 12),
            let width = bytes.u32(at: 16, .big), let height = bytes.u32(at: 20, .big),
            (1...side).contains(Int(width)), (1...side).contains(Int(height))
        else { return nil }
        var texts: [String: String] = [:]
        var (at, hasPixels) = (Self.signatureLength, false)
        while let chunk = PNGChunk(bytes, at: at), chunk.isIntact(in: bytes) {
            at = chunk.range.upperBound
            switch chunk.name(of: bytes) {
            case "IEND":
                guard hasPixels else { return nil }
                size = PixelSize(Int(width), Int(height))
                self.texts = texts
                return
            case "IDAT": hasPixels = true
            case "tEXt":
                let parts = bytes.copy(chunk.body)
                    .split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2 else { return nil }
                let keyword = String(decoding: parts[0], as: UTF8.self)
                if texts[keyword] == nil {
                    texts[keyword] = String(decoding: parts[1], as: UTF8.self)
                }
            case nil: return nil
            default: break
            }
        }
        return nil
    }

    /// Returns `true` if the thumbnail is of this state of a file.
    ///
    /// - Parameter uri: The URI that it must state.
    func shows(_ original: OriginalFile, as uri: String) -> Bool {
        text("Thumb::URI") == uri && isOf(original)
            && [nil, original.byteCount].contains(number("Thumb::Size"))
    }

    /// `true` if it states the time of the file's last change: in whole seconds, as the standard
    /// says, or to the microsecond, as tumbler does.
    private func isOf(_ original: OriginalFile) -> Bool {
        if let seconds = number("Thumb::MTime") { return seconds == original.modified }
        guard let parts = text("Thumb::MTime")?.split(separator: "."), parts.count == 2,
            parts[1].utf8.count == 6, let microseconds = Int(parts[1])
        else { return false }
        return Int(parts[0]) == original.modified
            && microseconds == original.nanoseconds / 1000
    }

    /// `true` if the thumbnail has all pixels of its original.
    ///
    /// - Parameter side: The longest side of thumbnails in its folder.
    func isWhole(within side: Int) -> Bool {
        if let width = number("Thumb::Image::Width"), let height = number("Thumb::Image::Height") {
            return PixelSize(width, height) == size
        }
        return max(size.width, size.height) < side
    }

    /// Returns the text of a keyword; nil for none.
    func text(_ keyword: String) -> String? { texts[keyword] }

    private func number(_ keyword: String) -> Int? { text(keyword).flatMap { Int($0) } }

    /// Returns an encoded picture with texts after its header.
    ///
    /// - Throws: `CodecError.limit` without memory.
    static func adding(
        _ texts: [(keyword: String, text: String)], to picture: ByteBlock
    ) throws(CodecError) -> ByteBlock {
        let added = texts.flatMap { keyword, text in
            PNGChunk.bytes("tEXt", Array(keyword.utf8) + [0] + Array(text.utf8))
        }
        let end = min(headerEnd, picture.count)
        let output = GrowingBytes()
        try unsafe picture.withUnsafeBytes { bytes throws(CodecError) in
            try unsafe output.append(UnsafeRawBufferPointer(rebasing: bytes[..<end]))
            try output.append(added)
            try unsafe output.append(UnsafeRawBufferPointer(rebasing: bytes[end...]))
        }
        return output.take()
    }
}
