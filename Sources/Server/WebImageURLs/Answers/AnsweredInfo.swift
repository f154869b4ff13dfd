/// The sizes of a picture, as rules of descriptions see them.
public struct AnsweredInfo: Sendable {
    /// The address of the source.
    public var source: String
    /// Width and height of the source in pixels.
    public var size: (width: Int, height: Int)
    /// The frames of the source, 1 for a still.
    public var frameCount: Int
    /// Width and height of the picture that the address asks for, in pixels.
    public var resultSize: (width: Int, height: Int)

    /// Creates a description.
    public init(
        source: String, size: (width: Int, height: Int), frameCount: Int,
        resultSize: (width: Int, height: Int)
    ) {
        (self.source, self.size, self.frameCount) = (source, size, frameCount)
        self.resultSize = resultSize
    }
}
