/// The content of a file besides its picture: pictures and films behind it, and other bytes there.
///
/// A gain map, the second view of a camera, the film of a motion photo. No decoder shows them, and no
/// encoder writes them; only a file whose metadata is removed without encoding it may keep them.
public struct AttachedData: Hashable, Sendable {
    /// The number of further pictures.
    public var pictureCount = 0
    /// The number of films.
    public var filmCount = 0
    /// The number of other bytes behind the picture; 0 if all of them are zeros.
    public var otherByteCount = 0

    /// Reads the attached data of JPEG, PNG, WebP, GIF, AVIF and HEIC files; other formats have none.
    ///
    /// - Parameter image: The file; its format is known.
    public init(of image: EncodedImage) {
        self = image.bytes.withSpan { bytes in
            guard let start = Self.start(of: image.format, bytes) else { return AttachedData() }
            return AttachedData(TrailingData(of: bytes, from: start))
        }
    }

    private init() {}

    private init(_ data: TrailingData) {
        pictureCount = data.parts.count { $0.kind == .picture }
        filmCount = data.parts.count { $0.kind == .film }
        otherByteCount = data.otherByteCount
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
        return result
    }

    /// Returns the end of a file's picture; nil if it is not known.
    private static func start(of format: ImageFormat?, _ bytes: RawSpan) -> Int? {
        switch format {
        case .jpeg: JPEGMetadata.end(of: bytes)
        case .png, .apng: PNGMetadata.end(of: bytes)
        case .webp: bytes.u32(at: 4, .little).map { Int($0) + 8 }
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
        if otherByteCount > 0 { parts.append("\(otherByteCount) bytes behind the picture") }
        return parts.joined(separator: " and ")
    }
}
