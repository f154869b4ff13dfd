package import WebImageCoding
package import WebImagePixels

/// The encoded file of a picture, kept by a cache in place of its pixels.
package final class CachedFile: Sendable {
    package let bytes: ByteBlock
    package let format: ImageFormat
    /// Width and height of the picture in the file.
    package let size: PixelSize
    /// The number of frames, 1 for a still.
    package let frameCount: Int
    /// The first 128 bits of the SHA-256 of the bytes, as lower-case hexadecimal digits.
    package let digest: String

    /// Creates the file of new bytes, whose digest it makes.
    package convenience init(
        _ bytes: ByteBlock, _ format: ImageFormat, size: PixelSize, frameCount: Int
    ) {
        self.init(
            bytes, format, size, frameCount, String(SHA256.hexDigest(of: bytes).prefix(32)))
    }

    private init(
        _ bytes: ByteBlock, _ format: ImageFormat, _ size: PixelSize, _ frameCount: Int,
        _ digest: String
    ) {
        (self.bytes, self.format, self.size) = (bytes, format, size)
        (self.frameCount, self.digest) = (frameCount, digest)
    }

    /// The picture in place of the file's own, since a cache keeps images: one transparent pixel.
    var standIn: DecodedImage {
        var metadata = ImageMetadata(size: size)
        metadata.frameCount = frameCount
        return DecodedImage(poster: Self.pixel, metadata: metadata)
    }

    private static let pixel = Bitmap(size: PixelSize(width: 1, height: 1))
}

// The facts of a file in the head of its entry on disk.
extension CachedFile {
    /// The facts as text: format, width, height, frames and digest, one space between two of them.
    package var userData: [UInt8] {
        Array("\(format.rawValue) \(size.width) \(size.height) \(frameCount) \(digest)".utf8)
    }

    /// Creates the file of an entry; nil if its head has other content.
    package convenience init?(_ bytes: ByteBlock, userData: [UInt8]) {
        let parts = String(decoding: userData, as: UTF8.self).split(separator: " ")
        guard parts.count == 5, let width = Int(parts[1]), let height = Int(parts[2]),
            let frameCount = Int(parts[3]), width > 0, height > 0, frameCount > 0,
            parts[4].utf8.count == 32
        else { return nil }
        self.init(
            bytes, ImageFormat(rawValue: String(parts[0])),
            PixelSize(width: width, height: height), frameCount, String(parts[4]))
    }
}
