/// The frames of an animation, composed when asked for; implemented by codecs.
///
/// A provider retains the encoded bytes it decodes from, so an animation of any length opens in
/// bounded memory.
public protocol FrameProvider: AnyObject, Sendable {
    /// Width and height of the canvas: as stored where a codec made the provider, upright where a
    /// pipeline answered with it.
    var size: PixelSize { get }
    /// The number of frames, at least 1.
    var count: Int { get }
    /// How long each frame is shown according to the file, unchanged.
    var rawDurations: [Duration] { get }
    /// How long each frame is shown by a player.
    var durations: [Duration] { get }
    /// How often the animation plays in total, 0 for ever.
    var loopCount: Int { get }
    /// Bytes this provider keeps in memory now: encoded, and frames in its buffer.
    var residentByteCount: Int { get }
    /// The composed frame at `index`.
    ///
    /// - Throws: The codec's error when the bytes of a frame are damaged.
    func frame(at index: Int) throws -> ImageFrame
}
