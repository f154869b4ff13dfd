import WebImageBytes
import WebImageMetadata

/// The first bytes of a file that is arriving.
package struct FirstBytes {
    private let bytes: ByteBlock
    private let wholeByteCount: Int

    /// Creates the first bytes of a file.
    ///
    /// - Parameter wholeByteCount: The number of all bytes of the file.
    package init(_ bytes: ByteBlock, wholeByteCount: Int) {
        self.bytes = bytes
        self.wholeByteCount = wholeByteCount
    }

    /// Returns bytes from which a decoder reads the metadata of the whole file; nil if more are
    /// needed.
    ///
    /// For formats whose decoder does not say that the header leads. A PNG may have EXIF after its
    /// pixels, which few programs write: it is not waited for.
    package func header(of format: ImageFormat) -> ByteBlock? {
        if bytes.count >= wholeByteCount { return bytes }
        let isEnough = bytes.withSpan { bytes in
            switch format {
            case .bmp: true
            case .png: Self.reachesPixels(png: bytes)
            case .webp: Self.isStillWithoutExif(webp: bytes)
            case .tiff: TIFFHeader.isWhole(bytes)
            case .jxl: Self.isStill(jxl: bytes, wholeByteCount: wholeByteCount)
            case .avif, .heic: MediaHeader.isWhole(bytes)
            default: false
            }
        }
        guard isEnough else { return nil }
        return [.avif, .heic].contains(format)
            ? MediaHeader.padded(bytes, to: wholeByteCount) : bytes
    }

    private static func reachesPixels(png bytes: RawSpan) -> Bool {
        var at = 8
        while let count = bytes.u32(at: at, .big), count <= 0x7FFF_FFFF {
            if bytes.has("IDAT", at: at + 4) { return true }
            if bytes.has("acTL", at: at + 4) { return false }
            at += Int(count) + 12
        }
        return false
    }

    private static func isStillWithoutExif(webp bytes: RawSpan) -> Bool {
        guard bytes.has("VP8X", at: 12) else {
            return bytes.has("VP8", at: 12) && bytes.byteCount >= 64
        }
        guard let flags = bytes.u8(at: 20), flags & 0x0A == 0 else { return false }
        var at = 12
        while let count = bytes.u32(at: at + 4, .little) {
            if bytes.has("VP8", at: at), !bytes.has("VP8X", at: at) {
                return bytes.range(at: at, count: 64) != nil
            }
            at += 8 + (Int(count) + 1) / 2 * 2
        }
        return false
    }

    /// Returns `true` for a still whose last box is the one of its pixels: no EXIF follows.
    private static func isStill(jxl bytes: RawSpan, wholeByteCount: Int) -> Bool {
        guard StoredPixels.isStill(jxl: bytes) == true else { return false }
        guard bytes.has("JXL ", at: 4) else { return true }
        guard let last = bytes.boxes(in: 0..<bytes.byteCount).last,
            bytes.has("jxlc", at: last.typeOffset) || bytes.has("jxlp", at: last.typeOffset)
        else { return false }
        return last.isOpenEnded || last.statedEnd == wholeByteCount
    }
}

/// The directories of a TIFF file, if they precede its pixels.
private enum TIFFHeader {
    private static let maxPages = 1000

    /// Returns `true` if all directories and their values are inside; BigTIFF is not read.
    static func isWhole(_ bytes: RawSpan) -> Bool {
        guard let first = ExifDirectory(firstOf: bytes) else { return false }
        var (page, seen): (ExifDirectory?, Set<Int>) = (first, [])
        while let directory = page, seen.count < maxPages {
            guard seen.insert(directory.offset).inserted, isWhole(directory, bytes) else {
                return false
            }
            guard let next = directory.next(of: bytes) else { return true }
            page = ExifDirectory(of: bytes, at: next, first.order)
        }
        return false
    }

    /// Returns `true` if the values of a directory are inside, and the directories of EXIF that it
    /// points to.
    private static func isWhole(
        _ directory: ExifDirectory, _ bytes: RawSpan, depth: Int = 0
    ) -> Bool {
        guard directory.extents.allSatisfy({ $0.upperBound <= bytes.byteCount }) else {
            return false
        }
        let tags = [ExifTree.exif, ExifTree.gps, ExifTree.interoperability]
        return tags.compactMap { directory.pointer($0, of: bytes) }.allSatisfy { place in
            guard depth < 2,
                let inner = ExifDirectory(of: bytes, at: place, directory.order)
            else { return false }
            return isWhole(inner, bytes, depth: depth + 1)
        }
    }
}
