import WebImage

/// Loads pictures and their frames for an animation.
struct FrameLoader: Sendable {
    let session: Session
    let options: ImageOptions
    /// The colour around pictures of another shape.
    let background: RGBAColor
    /// The transforms of a picture in its own size.
    let transforms: [any ImageTransform]
    /// The format that is written.
    let format: ImageFormat
    /// `true` to tell the light of a picture as lost.
    let tellsLight: Bool

    /// Loads a picture.
    ///
    /// - Parameter size: The size of the animation, into which the picture is fitted; nil for its
    ///   own.
    func image(
        of source: Source, in size: PixelSize?, until deadline: Deadline
    ) async throws(SourceFailure) -> DecodedImage {
        try source.checkNoFolder()
        var request = try await session.request(for: source, options, until: deadline)
        request.pixelDepth = .asStored
        request.transforms = transforms
        if let size {
            request.targetSize = size
            request.transforms = [BuiltInTransform.pad(to: size, color: background)]
        }
        let image = try await session.image(for: request, of: source).image
        let kind: Loss.Kind = image.metadata.gainMap == nil ? .light : .gainMap
        if image.metadata.isHighDynamicRange, tellsLight || kind == .gainMap {
            session.notes.tell(Loss(kind, from: 1, to: 0), of: source, as: format)
        }
        return image
    }

    /// Makes one animation of all pictures and their frames; reports each failure.
    ///
    /// - Parameters:
    ///   - delay: The time of a picture that is no frame.
    ///   - loop: The total number of plays, 0 for endlessly; nil for the only source's.
    /// - Returns: Nil if a source failed, or if all frames together exceed the limit of memory.
    func film(
        of sources: [Source], size: PixelSize?, delay: Duration, loop: Int?
    ) async -> Film? {
        var frames: [ImageFrame] = []
        var deepest: (source: Source, bits: Int)?
        var (canvas, byteCount, ownLoop) = (size, 0, 0)
        var failed = false
        for source in sources.placed {
            do throws(SourceFailure) {
                let deadline = session.deadline()
                let image = try await image(of: source, in: canvas, until: deadline)
                canvas = canvas ?? image.size
                byteCount += image.poster.byteCount * (image.frames?.count ?? 1)
                let limit = session.pipeline.limits.decode.maxBytes
                guard byteCount <= limit else {
                    throw SourceFailure(
                        stage: "decode",
                        reason: "the frames take more than \(limit) bytes of memory; --size makes "
                            + "them smaller, --max-pixels raises the limit")
                }
                ownLoop = image.frames?.loopCount ?? 0
                let own = try await deadline.run("decode") { () throws(SourceFailure) in
                    try await self.frames(of: image, delay)
                }
                frames += own
                if own.mostBits > deepest?.bits ?? 8 { deepest = (source, own.mostBits) }
            } catch {
                session.tell(error, of: source)
                failed = true
                if byteCount > session.pipeline.limits.decode.maxBytes { return nil }
            }
        }
        guard !failed else { return nil }
        guard !frames.isEmpty else {
            session.tell(.noPictures, of: nil)
            return nil
        }
        let loops = loop ?? (sources.count == 1 ? ownLoop : 0)
        return Film(image: DecodedImage(frames: frames, loopCount: loops), deepest: deepest)
    }

    /// An animation that was made of sources.
    struct Film {
        let image: DecodedImage
        /// The first source with the most bits of a sample, beyond 8.
        let deepest: (source: Source, bits: Int)?
    }

    private func frames(
        of image: DecodedImage, _ delay: Duration
    ) async throws(SourceFailure) -> [ImageFrame] {
        guard image.frames != nil else {
            return [ImageFrame(bitmap: image.poster, duration: delay)]
        }
        return try await session.files.run { () throws(SourceFailure) in
            do {
                return try image.allFrames()
            } catch {
                throw SourceFailure(stage: "decode", reason: "\(error)")
            }
        }
    }
}

extension [ImageFrame] {
    /// The most bits of a sample, at least 8.
    fileprivate var mostBits: Int { map(\.bitmap.significantBits).max() ?? 8 }
}
