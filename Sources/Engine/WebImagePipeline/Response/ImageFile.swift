public import FoundationEssentials
public import WebImageCaching
public import WebImageCoding
public import WebImageLoading
public import WebImagePixels

/// The encoded file of a picture, and what a server says of it; see
/// ``ImagePipeline/file(for:as:settings:)``.
public struct ImageFile: Sendable {
    private var response: PipelineResponse
    private let file: CachedFile

    /// Creates the file of the response to a request for one.
    @usableFromInline
    init(_ response: PipelineResponse) { (self.response, file) = (response, response.file) }
}

// The file.
extension ImageFile {
    /// All bytes of the file.
    public var bytes: ByteBlock { file.bytes }
    /// The format of the file.
    public var format: ImageFormat { file.format }
    /// The media type of the format, such as `image/webp`.
    public var mediaType: String { file.format.mediaType }
    /// Width and height of the picture in the file, in pixels.
    public var size: PixelSize { file.size }
    /// The number of frames, 1 for a still.
    public var frameCount: Int { file.frameCount }
    /// A strong entity tag: a digest of the bytes, in quotation marks.
    public var entityTag: String { "\"\(file.digest)\"" }
    /// Size, frames, pages and truncation of the picture that the file was made of; no further
    /// metadata.
    public var source: ImageMetadata { file.source }
    /// The parts of the source's file that this one lacks, although nothing asked for that; empty
    /// if nothing is known, as of a file that an older version cached.
    public var dropped: [Loss] { file.dropped }
    /// The text that its `FileChoice` keeps with it; empty without one.
    public var note: String { file.note }
    /// The data of the program that stand beside the file (``ImageRequest/userData``); empty for
    /// none.
    public var userData: [UInt8] { response.content.userData }
    /// The place the file came from; its source's, if it was made by this call.
    public var origin: ImageOrigin {
        get { response.origin }
        set { response.origin = newValue }
    }
    /// `true` if the origin was asked, and has the bytes of which the file was made before.
    public var unchanged: Bool { response.unchanged }
    /// `true` if the file is from a cache, and HTTP's time for its use had passed.
    public var isStale: Bool { response.isStale }
    /// The error of the origin, if a stale file stands in for it.
    public var staleReason: ImageError? {
        get { response.staleReason }
        set { response.staleReason = newValue }
    }
    /// The place of the source that answered among ``ImageRequest/alternatives``; nil for the
    /// request's own.
    public var alternative: Int? { response.fallback?.place }
    /// The failure of the request's own source, if an alternative answered.
    public var fallbackReason: ImageError? { response.fallback?.reason }
    /// The duration of each stage; empty for a hit in memory without observers.
    public var timings: StageTimings { response.timings }
}

// The response that the file is made of.
extension ImageFile {
    private var stored: StoredResponse? { response.content.storedResponse }

    /// The head of the response that the source came with; nil for files and data.
    public var head: ResponseHead? { response.content.response }

    /// The time at which that head, or its latest confirmation, arrived; nil for files and data.
    public var respondedAt: Date? { response.content.record?.receivedAt }

    /// The last change of the source, as its origin wrote it; nil if it wrote none.
    public var lastModified: String? { stored?.head.headers["Last-Modified"] }

    /// The names of the request's header fields that select the response, by its `Vary`.
    public var vary: [String] { stored?.head.headers.values("Vary") ?? [] }

    /// Returns the time since the source left its origin (RFC 9111, section 4.2.3); nil for files
    /// and data.
    public func age(at now: Date = Date()) -> Duration? {
        stored.map { .seconds($0.age(at: now)) }
    }

    /// Returns the time for which the file stays fresh, negative once that is over; nil if the
    /// origin states none, and it cannot be guessed.
    public func freshness(at now: Date = Date()) -> Duration? {
        response.content.expires.map { .seconds($0.timeIntervalSince(now)) }
    }

    /// Returns `true` if the response of the source allows that a cache keeps it; `true` for files
    /// and data.
    package func mayBeKept(in mode: CacheMode) -> Bool {
        stored?.mayBeKept(mode: mode) ?? true
    }

    /// Returns the header fields of a server's response with this file.
    ///
    /// `Content-Type`, `ETag`, and by the response of the source `Last-Modified`, `Age` and
    /// `Cache-Control`: its own directives, or the lifetime that was guessed. A file whose time is
    /// over has an `Age` beyond its lifetime. `Vary` is the server's own.
    public func headerFields(at now: Date = Date()) -> HeaderFields {
        var fields: HeaderFields = ["Content-Type": mediaType, "ETag": entityTag]
        if let stored {
            for (name, value) in stored.fieldsForClients(at: now) {
                fields[name] = value
            }
        }
        return fields
    }

    /// Returns `true` if a client has this file: a server answers 304 then.
    ///
    /// - Parameter field: The value of the request's `If-None-Match`; nil for none.
    public func matches(ifNoneMatch field: String?) -> Bool {
        guard let field else { return false }
        return EntityTags(field).match(entityTag)
    }
}
