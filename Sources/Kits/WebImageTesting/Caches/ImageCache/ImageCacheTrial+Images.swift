import FoundationEssentials
import WebImageCaching
import WebImageCoding
import WebImagePipeline
import WebImagePixels

extension ImageCacheTrial {
    /// The trials of hits.
    static let images = [
        ImageCacheTrial("a key that was never stored is a miss") { bench in
            let cache = try bench.make()
            bench.expectMiss(cache, CacheKey("nothing"))
            cache.store(ImageCacheBench.image(1), for: CacheKey("something"))
            bench.expectMiss(cache, CacheKey("nothing"), "with another stored")
        },
        ImageCacheTrial("a hit has the picture that was stored") { bench in
            let cache = try bench.make()
            for side in [1, 3, 64, 500] {
                let stored = ImageCacheBench.picture(side, side: side)
                cache.store(ImageCacheBench.image(side, side: side), for: CacheKey("\(side)"))
                let found = cache.image(for: CacheKey("\(side)"))?.image
                bench.expect(
                    found?.poster == stored.poster, "\(side): the pixels are missing or differ")
                let metadata = stored.metadata
                bench.expect(found?.metadata == metadata, "\(side): the metadata differs")
            }
        },
        ImageCacheTrial("a hit has all that was stored with the picture") { bench in
            let cache = try bench.make()
            for (index, stored) in facts.enumerated() {
                cache.store(stored, for: CacheKey("\(index)"))
                guard let found = cache.image(for: CacheKey("\(index)")) else {
                    bench.complaints.add("\(index): a miss")
                    continue
                }
                bench.expect(found.format == stored.format, "\(index): the format differs")
                bench.expect(found.encodedByteCount == index, "\(index): the byte count differs")
                bench.expect(found.response == stored.response, "\(index): the response differs")
                bench.expect(found.expires == stored.expires, "\(index): the expiry differs")
                bench.expect(
                    found.record == stored.record, "\(index): the record of the exchange differs")
                bench.expect(found.mode == stored.mode, "\(index): the mode differs")
            }
        },
        ImageCacheTrial("a hit has the file that was stored in place of pixels") { bench in
            let cache = try bench.make()
            let file = CachedFile(
                ByteBlock(copying: [1, 2, 3]), .webp, size: PixelSize(width: 4, height: 2),
                frameCount: 1, of: ImageMetadata(size: PixelSize(width: 8, height: 4)))
            cache.store(
                CachedImage(.file(file), format: .png, encodedByteCount: 9), for: CacheKey("file"))
            guard let found = cache.image(for: CacheKey("file")) else {
                return bench.complaints.add("a miss")
            }
            bench.expect(found.image == nil, "a picture in place of the file")
            if case .file(let kept) = found.result {
                bench.expect(kept === file, "another file")
            }
        },
        ImageCacheTrial("an image replaces the one of the same key") { bench in
            let cache = try bench.make()
            for number in 0..<4 {
                cache.store(
                    ImageCacheBench.image(number, side: 8 + number), for: CacheKey("one"))
                bench.expectHit(cache, CacheKey("one"), number)
            }
        },
        ImageCacheTrial("an image is found by exactly its key") { bench in
            let cache = try bench.make()
            for (number, name) in CacheNames.awkward.enumerated() {
                bench.expectMiss(cache, CacheKey(name), "not stored yet")
                cache.store(ImageCacheBench.image(number), for: CacheKey(name))
            }
            for (number, name) in CacheNames.awkward.enumerated() {
                bench.expectHit(cache, CacheKey(name), number, "'\(name.prefix(20))'")
            }
        },
    ]

    /// Images with different attributes, each numbered by its byte count.
    private static var facts: [CachedImage] {
        let now = Date()
        let response = ResponseHead(
            url: "https://a.test/x", status: 203, headers: ["ETag": "\"a\"", "X": ""])
        let record = ExchangeRecord(
            url: "https://a.test/x", requestedAt: now - 2, receivedAt: now - 1)
        let image = ImageCacheBench.picture(0)
        return [
            CachedImage(image: image),
            CachedImage(
                image: image, format: .webp, encodedByteCount: 1, response: response,
                expires: now + 60, record: record, mode: .shared),
            CachedImage(image: image, format: .jpeg, encodedByteCount: 2, expires: now + 1 / 3.0),
        ]
    }
}
