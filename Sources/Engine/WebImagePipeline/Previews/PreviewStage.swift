import WebImageCaching
import WebImageCoding
import WebImageLoading
package import WebImagePixels
import WebImageRuntime

/// decode, while bytes arrive: previews of a picture, and its first frame without a second
/// decoding.
///
/// A preview of an animation has its complete frames so far, which are decoded when they are shown.
/// Their bytes are copied and counted, so frames are left out where there is no memory for them.
///
/// It runs beside the load and never holds it up: bytes that come while it decodes are taken
/// together afterwards.
struct PreviewStage: Sendable {
    let decode: PictureDecoder
    let transform: TransformChain
    /// The request's own decoder.
    let decoder: (any ImageDecoder)?
    let work: WorkExecutor
    let memory: MemoryShares
    let time: @Sendable () -> ContinuousClock.Instant
    /// Returns the least time between two previews that the waiters need now; nil for none.
    let interval: @Sendable () -> Duration?
    let publish: @Sendable (Preview) -> Void
    /// Called with the reason when previews end early.
    let onFailure: @Sendable (String) -> Void

    /// Bytes that are decoded between two looks at what happened meanwhile.
    private static let stepByteCount = 256 << 10
    /// The memory of a session whose header does not state it.
    private static let unknownByteCount = 16 << 20
    /// Bytes after which no format will be recognized any more.
    private static let signatureByteCount = 64 << 10

    /// Follows a body to its end.
    ///
    /// - Returns: The session that decodes it, not finished; nil without one.
    func run(_ arrival: LatestValue<ArrivingBody>) async -> PreviewSession? {
        var session: PreviewSession?
        var pace = Pace()
        var triedByteCount = 0
        var attempt = 0
        while await arrival.change() {
            // A waiter may join before the first byte arrives.
            guard let update = arrival.current.update else { continue }
            if update.attempt != attempt {
                // The bytes so far are void.
                (session, triedByteCount, attempt) = (nil, 0, update.attempt)
            }
            if session == nil {
                // A whole body is decoded sooner without a session. One without any update may be
                // whole before its first.
                guard interval() != nil, update.hasBegun, !update.isWhole else { continue }
                switch await begin(update, &triedByteCount) {
                case .session(let begun): session = begun
                case .tooFew: continue
                case .never: return nil
                }
            }
            guard let session else { continue }
            guard await follow(update.body, with: session, &pace, arrival) else { return nil }
        }
        return attempt == arrival.current.attempt ? session : nil
    }

    private enum Beginning {
        case session(PreviewSession)
        case tooFew
        case never
    }

    /// Begins a session of the decoder for the format of the first bytes.
    private func begin(_ update: TransferUpdate, _ triedByteCount: inout Int) async -> Beginning {
        // Twice as many each time: an origin that sends byte by byte must not cost their square.
        let count = update.progress.receivedByteCount
        guard count < 64 || count >= triedByteCount * 2 else { return .tooFew }
        let first = await bytes(of: update.body, from: 0, limit: Self.signatureByteCount)
        guard !first.isEmpty else { return .tooFew }
        let bytes = ByteBlock.joining(first)
        triedByteCount = bytes.count
        guard let format = bytes.withSpan({ decode.codecs.format(of: $0) }) else {
            return bytes.count < Self.signatureByteCount ? .tooFew : .never
        }
        guard let decoder = decoder ?? (try? decode.codecs.decoder(for: format)) else {
            return .never
        }
        let known = decode.demand(
            decode.codecs.recognizing(EncodedImage(bytes)), decoder: decoder, then: transform)
        // Before the header is whole there is nothing to see either.
        if known == nil, decoder.headerLeads(in: format), bytes.count < Self.signatureByteCount {
            return .tooFew
        }
        let demand = known.map { $0 + $0 / 2 } ?? Self.unknownByteCount
        // The picture will be refused.
        if let known, (try? memory.check(known)) == nil { return .never }
        // There may be no room now, and some later.
        guard let permit = memory.previews.tryClaim(demand) else { return .tooFew }
        guard
            let session = PreviewSession(
                decoder, options: decode.decodeOptions(for: format),
                playsFrames: !decode.options.firstFrameOnly && transform.keepsFrames,
                memory: permit)
        else { return .never }
        return .session(session)
    }

    /// The next bytes of a body, read from the disk on a thread that may block.
    private func bytes(of body: BodyBuffer, from offset: Int, limit: Int) async -> [ByteBlock] {
        if let blocks = body.bytesInMemory(from: offset, limit: limit) { return blocks }
        return await work.run { body.bytes(from: offset, limit: limit) }
    }

    /// Decodes the bytes so far; returns `false` if the session failed.
    private func follow(
        _ body: BodyBuffer, with session: PreviewSession, _ pace: inout Pace,
        _ arrival: LatestValue<ArrivingBody>
    ) async -> Bool {
        while !arrival.hasEnded {
            let blocks = await bytes(
                of: body, from: session.byteCount, limit: Self.stepByteCount)
            let now = time()
            let isDue = pace.isDue(at: now, interval: interval())
            // A waiter may need what was decoded before it joined.
            guard !blocks.isEmpty || isDue && session.showsMore else { return true }
            do throws(ImageError) {
                let image = try await work.run { () throws(ImageError) in
                    try step(session, body, blocks, showing: isDue && !arrival.hasEnded)
                }
                if let image { publish(pace.next(image, at: now)) }
            } catch {
                if case .cancelled = error { return false }
                onFailure("previews have ended: \(error)")
                return false
            }
        }
        return true
    }

    /// Decodes some bytes, and makes a preview like the final image.
    private func step(
        _ session: PreviewSession, _ body: BodyBuffer, _ blocks: [ByteBlock], showing isDue: Bool
    ) throws(ImageError) -> DecodedImage? {
        let image: DecodedImage
        do throws(CodecError) {
            try session.append(blocks)
            guard isDue, let content = try session.next() else { return nil }
            if let animation = try animation(content, of: body, session) {
                image = animation
            } else {
                guard content.isNewPicture else { return nil }
                let (poster, metadata, _) = try decode.prepare(content.picture)
                image = DecodedImage(poster: poster, metadata: metadata)
            }
        } catch {
            throw error == .cancelled ? .cancelled : .decode(error)
        }
        return try transform.run(image)
    }

    /// Returns the frames so far; nil if there are none to show, or no memory for their bytes.
    private func animation(
        _ content: PreviewSession.Content, of body: BodyBuffer, _ session: PreviewSession
    ) throws(CodecError) -> DecodedImage? {
        guard content.frameCount > 1, let permit = memory.previews.tryClaim(session.byteCount),
            let bytes = first(session.byteCount, of: body)
        else { return nil }
        return try decode.arriving(
            decode.codecs.recognizing(EncodedImage(bytes)), content, session, memory: permit)
    }

    /// Returns the first `count` bytes of a body; nil if the disk cannot read them back.
    private func first(_ count: Int, of body: BodyBuffer) -> ByteBlock? {
        var blocks: [ByteBlock] = []
        var known = 0
        while known < count {
            let next = body.bytes(from: known, limit: count - known)
            guard !next.isEmpty else { return nil }
            blocks += next
            known += next.reduce(0) { $0 + $1.count }
        }
        return ByteBlock.joining(blocks).prefix(count)
    }
}

/// The times of previews.
private struct Pace {
    private var last: ContinuousClock.Instant?
    private var count = 0

    func isDue(at now: ContinuousClock.Instant, interval: Duration?) -> Bool {
        guard let interval else { return false }
        return last.map { $0.duration(to: now) >= interval } ?? true
    }

    mutating func next(_ image: DecodedImage, at now: ContinuousClock.Instant) -> Preview {
        last = now
        count += 1
        return Preview(image: image, number: count, time: now)
    }
}

/// A picture of the bytes so far.
package struct Preview: Sendable {
    package let image: DecodedImage
    /// The number among the previews of one load, from 1.
    package let number: Int
    package let time: ContinuousClock.Instant

    package init(image: DecodedImage, number: Int, time: ContinuousClock.Instant) {
        self.image = image
        self.number = number
        self.time = time
    }
}
