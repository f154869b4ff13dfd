import WebImageBytes
package import WebImagePixels

/// A file that an encoder has written.
package struct EncodedFile: Sendable {
    /// All bytes of the file.
    package var bytes: ByteBlock
    /// The size that the header of a still states; nil if it was not read.
    package var size: PixelSize?

    /// Creates a description of a file.
    package init(_ bytes: ByteBlock, size: PixelSize? = nil) {
        (self.bytes, self.size) = (bytes, size)
    }
}

/// An encoder that reads the header of a file where it has written it.
///
/// Reading it elsewhere takes another process, if files are decoded in processes of their own.
package protocol HeaderReadingEncoder: ImageEncoder {
    /// Encodes a still image, as `encode(_:settings:)` does.
    func file(of bitmap: Bitmap, settings: EncodeSettings) throws(CodecError) -> EncodedFile
}

extension ImageEncoder {
    /// Encodes a still image, and reads the header of its file if that is done in the same place.
    package func encodedFile(
        _ bitmap: Bitmap, settings: EncodeSettings
    ) throws(CodecError) -> EncodedFile {
        if let encoder = self as? any HeaderReadingEncoder {
            return try encoder.file(of: bitmap, settings: settings)
        }
        return EncodedFile(try encode(bitmap, settings: settings))
    }
}
