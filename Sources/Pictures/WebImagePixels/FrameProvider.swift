/// The frames of an animation, composed on demand; implemented by codecs.
///
/// A provider retains the encoded bytes it decodes from, so an animation of any length opens in
/// bounded memory.
public protocol FrameProvider: AnyObject, Sendable {
    /// The size of the canvas in pixels: as stored in a codec's provider, upright in a pipeline's
    /// response.
    var size: PixelSize { get }
    /// The number of frames, at least 1.
    var count: Int { get }
    /// The duration of each frame as written in the file.
    var rawDurations: [Duration] { get }
    /// The duration of each frame for a player.
    var durations: [Duration] { get }
    /// The total number of times the animation plays, 0 for endlessly.
    var loopCount: Int { get }
    /// `false` if more frames are arriving, which a later provider of the same load has.
    var isComplete: Bool { get }
    /// The bytes kept in memory now: encoded bytes and buffered frames.
    var residentByteCount: Int { get }
    /// Returns the composed frame at `index`.
    ///
    /// - Throws: The codec's error if the bytes of a frame are damaged.
    func frame(at index: Int) throws -> ImageFrame
}

extension FrameProvider {
    /// Returns `true`: these are all frames.
    public var isComplete: Bool { true }
}
