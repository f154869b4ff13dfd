import WebImageCaching
import WebImageCoding
import WebImagePixels
import WebImageRuntime

/// The decoding of one picture that began before all its bytes were there.
// Safe because one task at a time uses it: the one that feeds it, and after that one's end the one
// that finishes it.
final class PreviewSession: @unchecked Sendable {
    private let decoder: any IncrementalImageDecoder
    private let isFirstFrameOnly: Bool
    /// Nil after its end: a library may hold much memory.
    private var session: (any IncrementalDecodingSession)?
    /// What it uses, until its end.
    private var memory: Permit?
    private var shownRevision = 0
    /// How many bytes it was given.
    private(set) var byteCount = 0

    /// A session of the decoder, nil where it has none.
    ///
    /// - Parameter isFirstFrameOnly: Whether later frames of an animation are not to be seen.
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

    /// Decodes as far as the next bytes reach.
    func append(_ blocks: [ByteBlock]) throws(CodecError) {
        for block in blocks {
            if Task.isCancelled { throw .cancelled }
            try block.withSpan { span throws(CodecError) in try session?.append(span) }
            byteCount += block.count
        }
    }

    /// Whether there is more to see than ``preview()`` showed.
    var showsMore: Bool { session.map { $0.revision > shownRevision } ?? false }

    /// The picture so far, nil where it shows no more than the one before.
    func preview() throws(CodecError) -> DecodeOutput? {
        guard let session, showsMore else { return nil }
        shownRevision = session.revision
        let output = try session.preview()
        // Of an animation a session shows the newest frame, whichever that is.
        if isFirstFrameOnly, let output, output.metadata.frameCount > 1 { return nil }
        return output
    }

    /// The picture of all bytes; nil where a decoder should see them at once: this session was of
    /// another one, or failed.
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
