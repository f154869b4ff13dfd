import WebImageBytes

/// The file to make of a picture, which a program chooses by the picture and the file that has it.
public struct FileChoice: Sendable {
    /// The format of the file.
    public var format: ImageFormat
    /// The quality and other settings; those that the format lacks are ignored.
    public var settings: EncodeSettings
    /// `false` to encode the picture even if the bytes of its own file would do.
    public var copiesOriginal = true
    /// The file in place of one that is made, copied if ``settings`` are the defaults; nil to make
    /// one.
    public var file: EncodedImage?
    /// Returns a text to keep with the file, of its bytes; called once, when they are made.
    public var note: @Sendable (ByteBlock) -> String = { _ in "" }

    /// Creates a choice that copies the bytes of the picture's own file if they would do.
    public init(_ format: ImageFormat, settings: EncodeSettings = EncodeSettings()) {
        self.format = format
        self.settings = settings
    }
}
