import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageRuntime
import WebImageTesting

/// The memory and the limits of encoded results.
struct FileLimitsTests {
    @Test func `a picture's memory is held until it is encoded, and free then`() async throws {
        let shown = Locked<ImagePipeline?>(nil)
        let held = Locked<[Int]>([])
        var pipeline = FilePipeline().pipeline
        let encoder = ScriptedEncoder { bitmap, _ in
            let amount = shown.value?.memoryUsage.work.heldAmount ?? 0
            held.change { $0.append(amount - bitmap.byteCount) }
            return 9
        }
        pipeline.codecs.encoders = [encoder]
        shown.change { $0 = pipeline }
        let file = try await pipeline.file(for: "http://origin.test/a.bmp", as: .jpeg)
        // 12x8 pixels, 8 bytes each of which an encoder takes by default.
        #expect(held.value.count == 1 && held.value[0] >= 12 * 8 * 8)
        #expect(file.bytes.count == 9)
        let usage = pipeline
        #expect(await eventually { usage.memoryUsage.work.heldAmount == 0 })
    }

    @Test func `the pixels of all frames count in the size of a rule`() throws {
        let rule = Downsampling(try TargetSizing("fit:9000x9000,enlarge"))
        let metadata = ImageMetadata(size: PixelSize(width: 16, height: 16))
        try rule.check(metadata, DecodeLimits(), frameCount: 2)
        #expect(throws: CodecError.self) {
            try rule.check(metadata, DecodeLimits(), frameCount: 10_000)
        }
    }

    @Test(arguments: [
        (["Cache-Control": "s-maxage=9", "Expires": "0"], ["s-maxage=9", "max-age=0"]),
        (["Cache-Control": "max-age=9", "Vary": "*"], ["max-age=9", "no-store"]),
    ])
    func `clients are told no more than they may keep`(
        sent: [String: String], expected: [String]
    ) async throws {
        let test = FilePipeline()
        test.origin.change { $0.headers = HeaderFields(sent.map { ($0, $1) }) }
        let fields = try await test.file().headerFields(at: test.fresh.clock.now)
        #expect(
            Set((fields["Cache-Control"] ?? "").split(separator: ", ").map(String.init))
                == Set(expected))
    }
}
