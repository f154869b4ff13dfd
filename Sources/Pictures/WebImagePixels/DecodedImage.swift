/// A decoded picture: its first or only frame, the metadata of its file, and its further frames.
public struct DecodedImage: Sendable {
    /// The shared parts of an image, an object so that a weak table can refer to it.
    public final class Handle: Sendable {
        /// See ``DecodedImage/poster``.
        public let poster: Bitmap
        /// See ``DecodedImage/metadata``.
        public let metadata: ImageMetadata
        /// See ``DecodedImage/frames``.
        public let frames: (any FrameProvider)?
        /// See ``DecodedImage/gainMap``.
        public let gainMap: Bitmap?

        init(
            poster: Bitmap, metadata: ImageMetadata, frames: (any FrameProvider)?,
            gainMap: Bitmap?
        ) {
            self.poster = poster
            self.metadata = metadata
            self.frames = frames
            self.gainMap = gainMap
        }
    }

    /// The shared parts of this image.
    public let handle: Handle

    /// Creates an image of a poster, and of frames if it is animated.
    ///
    /// - Parameters:
    ///   - poster: The first frame, upright, in sRGB.
    ///   - metadata: The metadata of the file; nil makes a still image's, of the poster's size.
    ///   - frames: All frames of an animation, the first included; nil for a still image.
    ///   - gainMap: The pixels of the gain map that the metadata describe; nil for none.
    public init(
        poster: Bitmap, metadata: ImageMetadata? = nil, frames: (any FrameProvider)? = nil,
        gainMap: Bitmap? = nil
    ) {
        handle = Handle(
            poster: poster,
            metadata: metadata ?? ImageMetadata(size: poster.size, hasAlpha: !poster.isOpaque),
            frames: frames, gainMap: gainMap)
    }

    /// Creates an image that shares the parts of another one.
    ///
    /// - Parameter handle: The ``handle`` of the other image.
    public init(handle: Handle) {
        self.handle = handle
    }

    /// The first frame, upright, sRGB.
    public var poster: Bitmap { handle.poster }
    /// The metadata of the file; its `size` is the file's, not the poster's.
    public var metadata: ImageMetadata { handle.metadata }
    /// All frames of an animation, nil for a still.
    public var frames: (any FrameProvider)? { handle.frames }
    /// The pixels of the gain map, for all of the poster, in a size of their own; nil if the file
    /// has none, or the request does not keep it.
    ///
    /// The numbers of `metadata.gainMap` say what their values stand for.
    public var gainMap: Bitmap? { handle.gainMap }
    /// Width and height of the poster.
    public var size: PixelSize { handle.poster.size }
    /// The bytes kept in memory: poster, gain map, encoded frames, buffered frames.
    public var cost: Int {
        poster.byteCount + (gainMap?.byteCount ?? 0) + (frames?.residentByteCount ?? 0)
    }
}
