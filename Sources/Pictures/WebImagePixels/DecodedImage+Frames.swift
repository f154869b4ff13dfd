extension DecodedImage {
    /// Creates an animation of frames, to be shown or encoded.
    ///
    /// ```swift
    /// let still = ImageFrame(bitmap: thumbnail.poster, duration: .seconds(2))
    /// let film = DecodedImage(frames: try thumbnail.allFrames() + [still])
    /// let file = try await pipeline.encode(film, as: .webp)
    /// ```
    ///
    /// - Parameters:
    ///   - frames: The frames in order, all of one size; one frame makes a still image.
    ///   - loopCount: The total number of times the animation plays, 0 for endlessly.
    /// - Precondition: There is a frame, and all have the same size.
    public init(frames: [ImageFrame], loopCount: Int = 0) {
        precondition(!frames.isEmpty, "An animation has a frame.")
        let poster = frames[0].bitmap
        precondition(
            frames.allSatisfy { $0.bitmap.size == poster.size }, "All frames have one size.")
        guard frames.count > 1 else {
            self.init(poster: poster)
            return
        }
        var metadata = ImageMetadata(
            size: poster.size, hasAlpha: !frames.allSatisfy(\.bitmap.isOpaque))
        metadata.frameCount = frames.count
        metadata.durations = frames.map(\.duration)
        metadata.loopCount = max(loopCount, 0)
        self.init(
            poster: poster, metadata: metadata,
            frames: FrameList(frames, loopCount: max(loopCount, 0)))
    }

    /// Decodes all frames of an animation; of a still image, its only one with a duration of zero.
    ///
    /// Each takes the memory of a whole bitmap. To hold fewer at once, ask ``frames`` for one after
    /// the other.
    ///
    /// - Throws: The codec's error if the bytes of a frame are damaged.
    public func allFrames() throws -> [ImageFrame] {
        guard let frames else { return [ImageFrame(bitmap: poster, duration: .zero)] }
        let durations = frames.rawDurations
        return try (0..<frames.count).map { index in
            ImageFrame(bitmap: try frames.frame(at: index).bitmap, duration: durations[index])
        }
    }
}

/// Frames that are all in memory.
private final class FrameList: FrameProvider {
    private let frames: [ImageFrame]
    let loopCount: Int

    init(_ frames: [ImageFrame], loopCount: Int) {
        self.frames = frames
        self.loopCount = loopCount
    }

    var size: PixelSize { frames[0].bitmap.size }
    var count: Int { frames.count }
    var rawDurations: [Duration] { frames.map(\.duration) }
    var durations: [Duration] { frames.map(\.duration) }
    /// The bytes of all frames after the first one, which is the image's poster.
    var residentByteCount: Int { frames.dropFirst().reduce(0) { $0 + $1.bitmap.byteCount } }

    func frame(at index: Int) throws -> ImageFrame {
        precondition(frames.indices.contains(index), "There is no frame \(index) of \(count).")
        return frames[index]
    }
}
