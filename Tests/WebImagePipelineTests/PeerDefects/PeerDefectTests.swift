import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting
import WebImageTransforms

/// Defects of other libraries fixed in 2025 and 2026, tested here from the start.
struct PeerDefectTests {
    let url = "http://origin.test/a.bmp"

    @Test func `a refused answer ends each caller exactly once`() async {
        let loader = ScriptedLoader(isFrozen: true) { _ in
            LoadedBody(
                head: ResponseHead(url: "http://origin.test/a.bmp", status: 500),
                origin: .network, expectedByteCount: 4,
                chunks: BodyStream([ByteBlock(copying: [1, 2, 3, 4])]))
        }
        let test = TestPipeline(loader: loader)
        let readers = (0..<5).map { _ in
            Task { () -> Int in
                var endCount = 0
                for await case .finished in test.pipeline.updates(for: ImageRequest(url)) {
                    endCount += 1
                }
                return endCount
            }
        }
        #expect(await eventually { loader.loadCount == 1 })
        loader.thaw()
        for reader in readers { #expect(await reader.value == 1) }
        let failures = test.trace.events.filter { if case .failed = $0 { true } else { false } }
        #expect(failures.count == 5)
    }

    @Test func `a part of the bytes is never kept as all of them`() async throws {
        let whole = TestPipeline.picture()
        let loader = ScriptedLoader { _ in
            LoadedBody(
                head: ResponseHead(url: "http://origin.test/a.bmp"), origin: .network,
                expectedByteCount: whole.count,
                chunks: BodyStream([whole.prefix(whole.count - 5)]))
        }
        let memory = MemoryCache(maxBytes: 1 << 20)
        var test = TestPipeline(loader: loader)
        test.pipeline.memory = memory
        test.pipeline.defaults.previews = .every(.zero)
        for _ in 0..<2 {
            await #expect(throws: ImageError.self) {
                try await test.pipeline.image(for: ImageRequest(url))
            }
        }
        #expect(loader.loadCount == 2)
        #expect(memory.usage.entryCount == 0)
        #expect(test.folder.files.isEmpty)
    }

    @Test func `every parameter of a transform is in its key, no instance is`() async throws {
        let test = TestPipeline()
        let chains: [[any ImageTransform]] = [
            [.roundCorners(radius: 1000)], [.roundCorners(radius: 2000)],
            [.roundCorners(radius: 1000, corners: .topLeft)],
            [.tint(RGBAColor(red: 1, green: 2, blue: 3))],
            [.tint(RGBAColor(red: 1, green: 2, blue: 3, alpha: 254))],
            [.blur(1)], [.blur(1.0001)], [.rotate(degrees: 90)], [.rotate(degrees: 90), .blur(1)],
            [.blur(1), .rotate(degrees: 90)],
        ]
        var keys: Set<CacheKey> = []
        for chain in chains {
            let key = try await test.pipeline.prepare(ImageRequest(url, transforms: chain)).imageKey
            keys.insert(key)
            let again = ImageRequest(url, transforms: chain)
            #expect(try await test.pipeline.prepare(again).imageKey == key)
        }
        #expect(keys.count == chains.count)
    }

    @Test(arguments: [nil, PixelSize(width: 4, height: 6), PixelSize(width: 100, height: 0)])
    func `orientation is applied once, whatever size is asked for`(
        _ size: PixelSize?
    ) async throws {
        // Stored as 12 × 8 with red growing to the right: upright it grows downwards.
        var request = ImageRequest(url)
        request.decoder = TurnedDecoder(orientation: .right)
        request.targetSize = size
        let image = try await TestPipeline().pipeline.image(for: request).image
        let expected = size == PixelSize(width: 4, height: 6) ? [4, 6] : [8, 12]
        #expect([image.poster.size.width, image.poster.size.height] == expected)
        let last = image.poster.size
        let first = image.poster[0, 0].x
        #expect(image.poster[0, last.height - 1].x > first + 40)
        #expect(abs(Int(image.poster[last.width - 1, 0].x) - Int(first)) < 12)
    }

    @Test(arguments: [
        "blur(nan)", "blur(inf)", "rotate(nan)", "rotate(-inf)", "roundcorners(nan)",
        "resize(nanxnan)", "resize(99999999999999999999x1)", "crop(1x1,nan,0)",
    ])
    func `numbers that are none are refused`(_ text: String) {
        #expect(throws: VocabularyError.self) { try Vocabulary.standard.read(text) }
    }

    @Test func `sizes beyond counting end in a picture or an error`() async {
        for side in [Int.max, Int.min, -1, 0] {
            var request = ImageRequest(url)
            request.targetSize = PixelSize(width: side, height: side)
            request.transforms = [.resize(to: PixelSize(side, side), fit: .stretch)]
            let result = await Result { try await TestPipeline().pipeline.image(for: request) }
            if case .success(let response) = result {
                #expect(response.image.size == PixelSize(width: 12, height: 8))
            }
        }
    }

    @Test func `three bytes are no GIF`() {
        #expect(ByteBlock(copying: Array("GIF".utf8)).withSpan(ImageFormat.init) == nil)
        #expect(ByteBlock(copying: Array("GIF80a1234".utf8)).withSpan(ImageFormat.init) == nil)
    }

    @Test func `a scheme has no case`() async throws {
        let test = TestPipeline()
        let picture = TestPipeline.picture()
        var pipeline = test.pipeline
        pipeline.loader = SchemeLoader(["http": ScriptedLoader(bytes: picture)])
        let response = try await pipeline.image(for: "HTTP://origin.test/a.bmp")
        #expect(response.image.size == PixelSize(width: 12, height: 8))
    }

    @Test func `an opaque picture is opaque under a blur`() async throws {
        let request = ImageRequest(url, transforms: [.blur(2)])
        let poster = try await TestPipeline().pipeline.image(for: request).image.poster
        #expect(poster.isOpaque)
        let corner = poster[0, 0].w
        #expect(corner == 255)
    }
}
