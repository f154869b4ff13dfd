import FoundationEssentials
import WebImageCaching
import WebImageCoding
import WebImagePipeline
import WebImagePixels

/// The environment of a trial: its own caches, and its violations.
final class ImageCacheBench: Sendable {
    let complaints = CacheComplaints()
    let limited: ImageCacheConformance.LimitedMaker?
    let make: ImageCacheConformance.Maker

    init(
        limited: ImageCacheConformance.LimitedMaker?,
        _ make: @escaping ImageCacheConformance.Maker
    ) {
        self.limited = limited
        self.make = make
    }

    /// Records a violation unless a condition holds.
    func expect(_ holds: Bool, _ reason: @autoclosure () -> String) {
        complaints.expect(holds, reason())
    }

    /// Returns an image identified by its pixels and its number of bytes.
    static func image(_ number: Int, side: Int = 8) -> CachedImage {
        CachedImage(image: picture(number, side: side), format: .png, encodedByteCount: number)
    }

    /// Returns the picture of such an image.
    static func picture(_ number: Int, side: Int = 8) -> DecodedImage {
        var bitmap = Bitmap(size: PixelSize(width: side, height: side), isOpaque: true)
        for place in 0..<side { bitmap[place, place] = color(number, place) }
        return DecodedImage(poster: bitmap)
    }

    /// Returns `true` if the image is completely a number's.
    static func isImage(_ image: CachedImage, _ number: Int) -> Bool {
        guard let poster = image.image?.poster else { return false }
        return image.encodedByteCount == number
            && (0..<poster.size.width).allSatisfy { poster[$0, $0] == color(number, $0) }
    }

    /// Records a violation unless the key's image is the number's.
    func expectHit(
        _ cache: any ImageCache, _ key: CacheKey, _ number: Int, _ when: String = ""
    ) {
        guard let found = cache.image(for: key) else {
            return complaints.add("\(key) \(when): a miss")
        }
        expect(
            Self.isImage(found, number),
            "\(key) \(when): image \(found.encodedByteCount) instead of \(number)")
    }

    /// Records a violation unless the key has no image.
    func expectMiss(_ cache: any ImageCache, _ key: CacheKey, _ when: String = "") {
        let found = cache.image(for: key)
        expect(found == nil, "\(key) \(when): image \(found?.encodedByteCount ?? 0), not a miss")
    }

    private static func color(_ number: Int, _ place: Int) -> SIMD4<UInt8> {
        let mixed = (number &+ 1) &* 2_654_435_761 &+ place &* 40_503
        return SIMD4(
            UInt8(truncatingIfNeeded: mixed), UInt8(truncatingIfNeeded: mixed >> 8),
            UInt8(truncatingIfNeeded: mixed >> 16), 255)
    }
}
