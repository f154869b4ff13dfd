import Synchronization
import WebImageCaching
import WebImageCoding
import WebImagePixels
import WebImageRuntime

/// The decoder of the test format, in all three roles; it records its calls.
final class DotsDecoder: AnimatedImageDecoder, IncrementalImageDecoder {
    /// The recorded calls of a decoder.
    struct Log: Sendable {
        var options: [DecodeOptions] = []
        var decodeCount = 0
        /// Frames decoded through a provider, in order.
        var frames: [Int] = []
        var sessionCount = 0
        /// The number of bytes appended to sessions, per call.
        var appended: [Int] = []
        var previewCount = 0
        /// The longest input of a call for metadata.
        var headByteCount = 0
    }

    private let state = Mutex(Log())
    private let onAppend: @Sendable () -> Void
    private let mediaType: String?
    private let headerLeads: Bool

    /// Creates a decoder.
    ///
    /// - Parameters:
    ///   - mediaType: The type by which the format is recognised if no signature is.
    ///   - headerLeads: `true` if the first bytes of a file are enough for its metadata.
    ///   - onAppend: Runs on the decode executor before a session takes bytes; may block.
    init(
        mediaType: String? = nil, headerLeads: Bool = true,
        onAppend: @escaping @Sendable () -> Void = {}
    ) {
        self.mediaType = mediaType
        self.headerLeads = headerLeads
        self.onAppend = onAppend
    }

    var log: Log { state.withLock { $0 } }
    func note(_ change: (inout Log) -> Void) { state.withLock { change(&$0) } }

    var identity: String { "dots-1" }
    var formats: [ImageFormat] { [.dots] }

    func recognize(_ bytes: RawSpan, mediaType: String?) -> ImageFormat? {
        // Safe because the bytes are only compared.
        if unsafe bytes.withUnsafeBytes({ unsafe $0.starts(with: "DOTS".utf8) }) { return .dots }
        return mediaType != nil && mediaType == self.mediaType ? .dots : nil
    }

    func metadata(of bytes: RawSpan, limits: DecodeLimits) throws(CodecError) -> ImageMetadata {
        let count = bytes.byteCount
        note { $0.headByteCount = max($0.headByteCount, count) }
        let reader = try DotsReader.whole(bytes)
        try limits.check(reader.file.size, format: .dots)
        return reader.metadata
    }

    func headerLeads(in format: ImageFormat) -> Bool { headerLeads }

    func color(of bytes: RawSpan) -> ColorDescription {
        (try? DotsReader.whole(bytes))?.color ?? .sRGB
    }

    func decode(_ bytes: RawSpan, options: DecodeOptions) throws(CodecError) -> DecodeOutput {
        note {
            $0.decodeCount += 1
            $0.options.append(options)
        }
        let reader = try DotsReader.whole(bytes)
        try options.limits.check(reader.file.size, format: .dots)
        return try reader.frame(0)
    }

    func frames(
        of image: EncodedImage, options: DecodeOptions
    ) throws(CodecError) -> (any FrameProvider)? {
        note { $0.options.append(options) }
        let reader = try image.bytes.withSpan { span throws(CodecError) in
            try DotsReader.whole(span)
        }
        if reader.file.flags.contains(.damagedFrames) { throw .damaged(.dots, "a frame's head") }
        if reader.file.flags.contains(.tooManyFrames) { throw .limit("frames") }
        try options.limits.check(frames: reader.file.frameCount, of: reader.file.size)
        return reader.file.frameCount > 1 ? DotsFrames(image, reader, self) : nil
    }

    func makeSession(options: DecodeOptions) -> any IncrementalDecodingSession {
        note { $0.sessionCount += 1 }
        return DotsSession(self, onAppend)
    }
}

/// The frames of a dots file.
final class DotsFrames: FrameProvider {
    private let image: EncodedImage
    private let reader: DotsReader
    private let decoder: DotsDecoder

    init(_ image: EncodedImage, _ reader: DotsReader, _ decoder: DotsDecoder) {
        self.image = image
        self.reader = reader
        self.decoder = decoder
    }

    var size: PixelSize { reader.file.size }
    var count: Int { reader.file.frameCount }
    var rawDurations: [Duration] { reader.durations }
    var durations: [Duration] { reader.durations }
    var loopCount: Int { reader.file.loopCount }
    var residentByteCount: Int { image.bytes.count }

    func frame(at index: Int) throws -> ImageFrame {
        decoder.note { $0.frames.append(index) }
        return ImageFrame(bitmap: try reader.frame(index).bitmap, duration: durations[index])
    }
}

/// A session that keeps all bytes: slow, but correct.
final class DotsSession: IncrementalDecodingSession {
    private let decoder: DotsDecoder
    private let onAppend: @Sendable () -> Void
    private var bytes: [UInt8] = []
    private var reader: DotsReader?

    init(_ decoder: DotsDecoder, _ onAppend: @escaping @Sendable () -> Void) {
        self.decoder = decoder
        self.onAppend = onAppend
    }

    func append(_ span: RawSpan) throws(CodecError) {
        onAppend()
        decoder.note { $0.appended.append(span.byteCount) }
        // Safe because the bytes are only copied.
        bytes += unsafe span.withUnsafeBytes { unsafe Array($0) }
        reader = try DotsReader(bytes)
        if reader?.file.flags.contains(.refusesSession) == true, revision > 1 {
            throw .damaged(.dots, "the session refuses")
        }
    }

    var revision: Int { reader?.rowCount ?? 0 }

    var completeFrameCount: Int { reader?.completeFrameCount ?? 0 }

    func preview() throws(CodecError) -> DecodeOutput? {
        decoder.note { $0.previewCount += 1 }
        return reader?.partial()
    }

    func finish() throws(CodecError) -> DecodeOutput {
        guard let reader else { throw .truncated(.dots, "no head") }
        return try reader.frame(0)
    }
}
