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
    /// The losses against that picture's own file; empty if they are not known.
    package let dropped: [Loss]
    /// The text that the program keeps with the file.
    package let note: String

    /// Creates the file of new bytes, whose digest it makes.
    ///
    /// - Parameter source: The metadata of the picture that it was made of.
    package convenience init(
        _ bytes: ByteBlock, _ format: ImageFormat, size: PixelSize, frameCount: Int,
        of source: ImageMetadata, dropped: [Loss] = [], note: String = ""
    ) {
        var facts = ImageMetadata(size: source.size)
        (facts.frameCount, facts.pageCount) = (source.frameCount, source.pageCount)
        facts.isTruncated = source.isTruncated
        let digest = String(SHA256.hexDigest(of: bytes).prefix(32))
        self.init(bytes, format, size, frameCount, digest, facts, dropped, note)
    }

    private init(
        _ bytes: ByteBlock, _ format: ImageFormat, _ size: PixelSize, _ frameCount: Int,
        _ digest: String, _ source: ImageMetadata, _ dropped: [Loss], _ note: String
    ) {
        (self.bytes, self.format, self.size) = (bytes, format, size)
        (self.frameCount, self.digest, self.source) = (frameCount, digest, source)
        (self.dropped, self.note) = (dropped, note)
    }

    /// The extent of the picture that the file was made of.
    var sourceExtent: SourceExtent { SourceExtent(source.size, frameCount: source.frameCount) }
}

// The facts of a file in the head of its entry on disk.
extension CachedFile {
    /// The facts as text: format and digest, the numbers, the note, one space between two of them.
    ///
    /// The losses, each after a comma, are appended to the last number.
    package var userData: [UInt8] {
        let numbers = [
            size.width, size.height, frameCount, source.size.width, source.size.height,
            source.frameCount, source.pageCount,
        ]
        let state = [source.isTruncated ? "1" : "0"] + dropped.map(\.spelling)
        return Array(
            ([format.rawValue, digest] + numbers.map(String.init)
                + [state.joined(separator: ","), note])
                .joined(separator: " ").utf8)
    }

    /// Creates the file of an entry; nil if its head has other content.
    package convenience init?(_ bytes: ByteBlock, userData: [UInt8]) {
        let parts = String(decoding: userData, as: UTF8.self)
            .split(separator: " ", maxSplits: 10, omittingEmptySubsequences: false)
        let numbers = parts.dropFirst(2).prefix(7).compactMap { Int($0) }
        guard parts.count == 11, numbers.count == 7, parts[1].utf8.count == 32,
            numbers.allSatisfy({ $0 > 0 })
        else { return nil }
        let state = parts[9].split(separator: ",")
        guard let isTruncated = state.first.flatMap({ Int($0) }) else { return nil }
        var source = ImageMetadata(size: PixelSize(width: numbers[3], height: numbers[4]))
        (source.frameCount, source.pageCount) = (numbers[5], numbers[6])
        source.isTruncated = isTruncated == 1
        self.init(
            bytes, ImageFormat(rawValue: String(parts[0])),
            PixelSize(width: numbers[0], height: numbers[1]), numbers[2], String(parts[1]), source,
            state.dropFirst().compactMap { Loss(reading: $0) }, String(parts[10]))
    }
}

extension Loss {
    /// The loss in the head of an entry, such as `bit_depth:16:8`.
    fileprivate var spelling: String { "\(kind.rawValue):\(from):\(to)" }

    /// Reads a text that ``spelling`` wrote; nil for a kind of another version.
    fileprivate init?(reading text: Substring) {
        let parts = text.split(separator: ":")
        guard parts.count == 3, let kind = Kind(rawValue: String(parts[0])),
            let from = Int(parts[1]), let to = Int(parts[2])
        else { return nil }
        self.init(kind, from: from, to: to)
    }
}

/// The pixels of the picture that an image or a file was made of, by which limits are checked at a
/// hit.
package struct SourceExtent: Sendable {
    /// Width × height; 0 if it is not known.
    fileprivate let pixels: Int
    /// Frames × width × height, `Int.max` beyond that; 0 for a still.
    fileprivate let framePixels: Int
    private let size: PixelSize
    private let frameCount: Int

    /// No picture: no limit is exceeded.
    package static let unknown = SourceExtent(PixelSize(width: 0, height: 0), frameCount: 1)

    /// - Parameter frameCount: The number of frames that were wanted, 1 for a still.
    package init(_ size: PixelSize, frameCount: Int) {
        (self.size, self.frameCount) = (size, frameCount)
        pixels = Self.product(size.width, size.height)
        framePixels = frameCount > 1 ? Self.product(pixels, frameCount) : 0
    }

    private static func product(_ one: Int, _ other: Int) -> Int {
        let (product, overflow) = one.multipliedReportingOverflow(by: other)
        return overflow ? .max : product
    }

    /// Returns `true` if there are no more pixels, and none of all frames, than these.
    package func isWithin(pixels: Int, framePixels: Int) -> Bool {
        self.pixels <= pixels && self.framePixels <= framePixels
    }

    /// The text of the head of an image's own bytes; empty if nothing is known.
    package var userData: [UInt8] {
        pixels == 0 ? [] : Array("source \(size.width) \(size.height) \(frameCount)".utf8)
    }
}

extension EntryHead {
    /// The picture that an entry's image or file was made of; nil if the head does not state it, as
    /// the head of bytes as they were loaded, and of images that older versions stored.
    package var source: SourceExtent? {
        let parts = String(decoding: userData.prefix(400), as: UTF8.self).split(
            separator: " ", maxSplits: 10, omittingEmptySubsequences: false)
        // A file's numbers stand after its format, its digest, its own size and frames.
        let first = parts.count == 4 && parts[0] == "source" ? 1 : parts.count == 11 ? 5 : nil
        guard let first else { return nil }
        let numbers = parts[first..<first + 3].compactMap { Int($0) }
        guard numbers.count == 3, numbers.allSatisfy({ 1...(1 << 31) ~= $0 }) else { return nil }
        return SourceExtent(
            PixelSize(width: numbers[0], height: numbers[1]), frameCount: numbers[2])
    }
}
