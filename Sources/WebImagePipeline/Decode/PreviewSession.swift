import WebImageCaching
import WebImageCoding
import WebImagePixels
import WebImageRuntime

/// The decoding of one picture that began before all its bytes were there.
// Safe because one task at a time uses it: the one that appends, and after its end the one that
// finishes.
final class PreviewSession: @unchecked Sendable {
    let decoder: any IncrementalImageDecoder
    private let playsFrames: Bool
    /// Nil after the end, since a library may hold much memory.
    private var session: (any IncrementalDecodingSession)?
    /// The memory of the session, until its end.
    private var memory: Permit?
    private var shownRevision = 0
    private var shownFrameCount = 0
    private(set) var byteCount = 0

    /// Creates a session of the decoder; nil if it has none.
    ///
    /// - Parameter playsFrames: `true` if previews of an animation have its frames.
    init?(
        _ decoder: any ImageDecoder, options: DecodeOptions, playsFrames: Bool, memory: Permit?
    ) {
        guard let decoder = decoder as? any IncrementalImageDecoder else { return nil }
        self.decoder = decoder
        self.playsFrames = playsFrames
        self.memory = memory
        session = decoder.makeSession(options: options)
    }

    func append(_ blocks: [ByteBlock]) throws(CodecError) {
        for block in blocks {
            if Task.isCancelled { throw .cancelled }
            try block.withSpan { span throws(CodecError) in try session?.append(span) }
            byteCount += block.count
        }
    }

    /// The content of the bytes so far.
    enum Content {
        /// A still image, or the first frame of an animation, as far as it has arrived.
        case picture(DecodeOutput)
        /// The complete frames of an animation, at least two.
        case frames(count: Int)
    }

    /// `true` if there is more to see than ``next()`` returned.
    var showsMore: Bool {
        guard let session else { return false }
        guard frameCount > 1 else { return session.revision > shownRevision }
        // The bytes are copied for each such preview: a quarter more bounds the sum of copies.
        return frameCount > shownFrameCount && frameCount * 4 >= shownFrameCount * 5
            && byteCount <= Self.maxFrameByteCount
    }

    /// The most bytes of an animation that are copied for a preview.
    private static let maxFrameByteCount = 32 << 20

    private var frameCount: Int { playsFrames ? session?.completeFrameCount ?? 0 : 0 }

    /// Returns the content so far; nil if it is no more than the one before.
    func next() throws(CodecError) -> Content? {
        guard let session, showsMore else { return nil }
        (shownRevision, shownFrameCount) = (session.revision, frameCount)
        return frameCount > 1
            ? .frames(count: frameCount) : try session.preview().map { .picture($0) }
    }

    /// Returns the picture of all bytes; nil if they have to be decoded at once, because the session
    /// was of another decoder, or failed.
    func finish(_ bytes: ByteBlock, by decoder: any ImageDecoder) -> DecodeOutput? {
        defer {
            session = nil
            memory = nil
        }
        guard decoder.identity == self.decoder.identity, byteCount <= bytes.count else {
            return nil
        }
        do throws(CodecError) {
            if byteCount < bytes.count { try append([bytes.suffix(from: byteCount)]) }
            return try session?.finish()
        } catch {
            return nil
        }
    }
}
