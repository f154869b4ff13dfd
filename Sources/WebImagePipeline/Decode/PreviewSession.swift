import WebImageCaching
import WebImageCoding
import WebImagePixels
import WebImageRuntime

/// The decoding of one picture that began before all its bytes were there.
// Safe because one task at a time uses it: the one that appends, and after its end the one that
// finishes.
final class PreviewSession: @unchecked Sendable {
    private let decoder: any IncrementalImageDecoder
    private let isFirstFrameOnly: Bool
    /// Nil after the end, since a library may hold much memory.
    private var session: (any IncrementalDecodingSession)?
    /// The memory of the session, until its end.
    private var memory: Permit?
    private var shownRevision = 0
    private(set) var byteCount = 0

    /// Creates a session of the decoder; nil if it has none.
    ///
    /// - Parameter isFirstFrameOnly: `true` if later frames of an animation are not shown.
    init?(
        _ decoder: any ImageDecoder, options: DecodeOptions, isFirstFrameOnly: Bool,
        memory: Permit?
    ) {
        guard let decoder = decoder as? any IncrementalImageDecoder else { return nil }
        self.decoder = decoder
        self.isFirstFrameOnly = isFirstFrameOnly
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

    /// `true` if there is more to see than ``preview()`` showed.
    var showsMore: Bool { session.map { $0.revision > shownRevision } ?? false }

    /// Returns the picture so far; nil if it shows no more than the one before.
    func preview() throws(CodecError) -> DecodeOutput? {
        guard let session, showsMore else { return nil }
        shownRevision = session.revision
        let output = try session.preview()
        // A session shows the newest frame of an animation.
        if isFirstFrameOnly, let output, output.metadata.frameCount > 1 { return nil }
        return output
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
