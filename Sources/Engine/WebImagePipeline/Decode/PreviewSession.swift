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
    /// The decoder's frames of the last preview that had some.
    var frames: (any FrameProvider)?
    /// The first frame of previews with frames.
    var prepared: PictureDecoder.Prepared?

    /// Creates a session of the decoder; nil if it has none.
    ///
    /// - Parameter playsFrames: `true` if previews of an animation have its frames.
    init?(
        _ decoder: any ImageDecoder, options: DecodeOptions, playsFrames: Bool, memory: Permit?
    ) {
        guard let decoder = decoder as? any IncrementalImageDecoder else { return nil }
        self.decoder = decoder
        self.playsFrames = playsFrames && decoder is any AnimatedImageDecoder
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

    /// `true` if there is more to see than ``next()`` returned.
    var showsMore: Bool { showsMorePicture || showsMoreFrames }

    private var showsMorePicture: Bool {
        session.map { $0.revision > shownRevision && frames == nil } ?? false
    }

    /// A quarter more each time, since the bytes are copied for each preview.
    private var showsMoreFrames: Bool {
        frameCount > max(shownFrameCount, 1) && frameCount * 4 >= shownFrameCount * 5
    }

    private var frameCount: Int { playsFrames ? session?.completeFrameCount ?? 0 : 0 }

    /// The content of the bytes so far.
    struct Content {
        /// The still image or the first frame, as far as it has arrived.
        let picture: DecodeOutput
        /// `true` if the picture shows more than before.
        let isNewPicture: Bool
        /// The number of complete frames, if there are more to show; otherwise 0.
        let frameCount: Int
    }

    /// Returns the content so far; nil if it is no more than before.
    func next() throws(CodecError) -> Content? {
        let (isNewPicture, count) = (showsMorePicture, showsMoreFrames ? frameCount : 0)
        guard let session, isNewPicture || count > 0 else { return nil }
        shownRevision = session.revision
        shownFrameCount = max(shownFrameCount, count)
        return try session.preview().map {
            Content(picture: $0, isNewPicture: isNewPicture, frameCount: count)
        }
    }

    /// Returns the picture of all bytes; nil if they have to be decoded at once, because the
    /// session was of another decoder, or failed.
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
