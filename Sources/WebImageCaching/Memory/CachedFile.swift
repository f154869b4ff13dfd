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
    /// Size, frames, pages and truncation of the picture that the file was made of.
    package let source: ImageMetadata
    /// The text that the program keeps with the file.
    package let note: String

    /// Creates the file of new bytes, whose digest it makes.
    ///
    /// - Parameter source: The metadata of the picture that it was made of.
    package convenience init(
        _ bytes: ByteBlock, _ format: ImageFormat, size: PixelSize, frameCount: Int,
        of source: ImageMetadata, note: String = ""
    ) {
        var facts = ImageMetadata(size: source.size)
        (facts.frameCount, facts.pageCount) = (source.frameCount, source.pageCount)
        facts.isTruncated = source.isTruncated
        let digest = String(SHA256.hexDigest(of: bytes).prefix(32))
        self.init(bytes, format, size, frameCount, digest, facts, note)
    }

    private init(
        _ bytes: ByteBlock, _ format: ImageFormat, _ size: PixelSize, _ frameCount: Int,
        _ digest: String, _ source: ImageMetadata, _ note: String
    ) {
        (self.bytes, self.format, self.size) = (bytes, format, size)
        (self.frameCount, self.digest, self.source, self.note) = (frameCount, digest, source, note)
    }

    /// The picture in place of the file's own, since a cache keeps images: one transparent pixel.
    var standIn: DecodedImage { DecodedImage(poster: Self.pixel, metadata: source) }

    private static let pixel = Bitmap(size: PixelSize(width: 1, height: 1))
}

// The facts of a file in the head of its entry on disk.
extension CachedFile {
    /// The facts as text: format and digest, the numbers, the note, one space between two of them.
    package var userData: [UInt8] {
        let numbers = [
            size.width, size.height, frameCount, source.size.width, source.size.height,
            source.frameCount, source.pageCount, source.isTruncated ? 1 : 0,
        ]
        return Array(
            ([format.rawValue, digest] + numbers.map(String.init) + [note])
                .joined(separator: " ").utf8)
    }

    /// Creates the file of an entry; nil if its head has other content.
    package convenience init?(_ bytes: ByteBlock, userData: [UInt8]) {
        let parts = String(decoding: userData, as: UTF8.self)
            .split(separator: " ", maxSplits: 10, omittingEmptySubsequences: false)
        let numbers = parts.dropFirst(2).prefix(8).compactMap { Int($0) }
        guard parts.count == 11, numbers.count == 8, parts[1].utf8.count == 32,
            numbers.prefix(7).allSatisfy({ $0 > 0 })
        else { return nil }
        var source = ImageMetadata(size: PixelSize(width: numbers[3], height: numbers[4]))
        (source.frameCount, source.pageCount) = (numbers[5], numbers[6])
        source.isTruncated = numbers[7] == 1
        self.init(
            bytes, ImageFormat(rawValue: String(parts[0])),
            PixelSize(width: numbers[0], height: numbers[1]), numbers[2], String(parts[1]), source,
            String(parts[10]))
    }
}
