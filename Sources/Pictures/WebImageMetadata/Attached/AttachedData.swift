public import WebImageBytes

/// The content of a file besides its picture: further pictures, films behind it, and other bytes
/// there.
///
/// A gain map, the second view of a camera, the film of a motion photo. No decoder shows them, and
/// no encoder writes them; only a file whose metadata is removed without encoding it may keep them.
public struct AttachedData: Hashable, Sendable {
    /// The number of further pictures.
    public var pictureCount = 0
    /// The number of films.
    public var filmCount = 0
    /// The number of other bytes behind the picture; 0 if all of them are zeros.
    public var otherByteCount = 0
    /// `true` if the picture is damaged, so that more may stand behind it than is counted.
    package var mayHaveMore = false

    /// Reads the attached data of JPEG, PNG, WebP, GIF, AVIF, HEIC and TIFF files; other formats
    /// have none.
    ///
    /// Further pages of TIFF are pictures, and so are further items of AVIF and HEIC.
    ///
    /// - Parameter image: The file; its format is known.
    public init(of image: EncodedImage) {
        self = image.bytes.withSpan { bytes in
            if image.format == .tiff {
                var pages = AttachedData()
                pages.pictureCount = max(TIFFMetadata.pageCount(of: bytes) - 1, 0)
                return pages
            }
            guard let end = Self.end(of: image.format, bytes) else { return AttachedData() }
            var data = AttachedData(behind: end, of: bytes)
            if [.avif, .heic].contains(image.format) {
                data.pictureCount += MediaPictures(of: bytes).count
            }
            return data
        }
    }

    private init() {}

    /// Counts what is behind a picture; without its end, only the whole pictures and films count.
    private init(behind end: PictureEnd, of bytes: RawSpan) {
        let data = TrailingData(of: bytes, from: end.offset)
        let isKnown = if case .known = end { true } else { false }
        pictureCount = data.parts.count { $0.kind == .picture && ($0.isWhole || isKnown) }
        filmCount = data.parts.count { $0.kind == .film && ($0.isWhole || isKnown) }
        otherByteCount = isKnown ? data.otherByteCount : 0
        if case .damaged = end { mayHaveMore = true }
    }

    /// `true` if there is none.
    public var isEmpty: Bool { self == AttachedData() }

    /// Returns the part of these data that another file does not have.
    public func missing(from other: AttachedData) -> AttachedData {
        var result = AttachedData()
        result.pictureCount = max(pictureCount - other.pictureCount, 0)
        result.filmCount = max(filmCount - other.filmCount, 0)
        // Bytes between pictures may belong to them.
        result.otherByteCount = other.otherByteCount == 0 ? otherByteCount : 0
        result.mayHaveMore = mayHaveMore && !other.mayHaveMore
        return result
    }

    /// Returns the end of a file's picture; nil for formats of which nothing is known.
    private static func end(of format: ImageFormat?, _ bytes: RawSpan) -> PictureEnd? {
        switch format {
        case .jpeg: JPEGMetadata.end(of: bytes)
        case .png, .apng: PNGMetadata.end(of: bytes)
        case .webp: bytes.u32(at: 4, .little).map { .known(Int($0) + 8) }
        case .gif: GIFMetadata.end(of: bytes)
        case .avif, .heic: MediaMetadata.end(of: bytes)
        default: nil
        }
    }
}

extension AttachedData: CustomStringConvertible {
    /// The data in words, such as `1 further picture and 1 film`; empty for none.
    public var description: String {
        var parts: [String] = []
        if pictureCount > 0 {
            parts.append("\(pictureCount) further picture\(pictureCount == 1 ? "" : "s")")
        }
        if filmCount > 0 { parts.append("\(filmCount) film\(filmCount == 1 ? "" : "s")") }
        if otherByteCount > 0 { parts.append("\(otherByteCount) bytes after the picture") }
        if mayHaveMore { parts.append("what may follow the damage of the picture") }
        return parts.joined(separator: " and ")
    }
}
