/// A picture ready to be shown: its first (or only) frame, what its file says, its further frames.
public struct DecodedImage: Sendable {
    /// What a weak table holds: alive as long as somebody keeps the image.
    public final class Handle: Sendable {
        /// See ``DecodedImage/poster``.
        public let poster: Bitmap
        /// See ``DecodedImage/metadata``.
        public let metadata: ImageMetadata
        /// See ``DecodedImage/frames``.
        public let frames: (any FrameProvider)?

        init(poster: Bitmap, metadata: ImageMetadata, frames: (any FrameProvider)?) {
            self.poster = poster
            self.metadata = metadata
            self.frames = frames
        }
    }

    /// The shared parts of this image.
    public let handle: Handle

    /// An image of a poster, and of frames if it moves.
    public init(
        poster: Bitmap, metadata: ImageMetadata? = nil, frames: (any FrameProvider)? = nil
    ) {
        handle = Handle(
            poster: poster,
            metadata: metadata ?? ImageMetadata(size: poster.size, hasAlpha: !poster.isOpaque),
            frames: frames)
    }

    /// An image around parts that somebody still holds.
    public init(handle: Handle) {
        self.handle = handle
    }

    /// The first frame, upright, sRGB.
    public var poster: Bitmap { handle.poster }
    /// What the file's header says; its `size` is the file's, not the poster's.
    public var metadata: ImageMetadata { handle.metadata }
    /// All frames of an animation, nil for a still.
    public var frames: (any FrameProvider)? { handle.frames }
    /// Width and height of the poster.
    public var size: PixelSize { handle.poster.size }
    /// Bytes it keeps in memory: poster, encoded frames, buffered frames.
    public var cost: Int { poster.byteCount + (frames?.residentByteCount ?? 0) }
}
