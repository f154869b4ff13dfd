import Testing
import WebImage

/// What `import WebImage` gives, whichever traits are on.
struct StandardPipelineTests {
    @Test func `a data URL is loaded without any trait`() async throws {
        // A BMP of one red pixel.
        let url =
            "data:image/bmp;base64,Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAATCwAAEwsAAAAAAAAAAAAAAAD/AA=="
        let pipeline = ImagePipeline(transport: nil, disk: nil)
        let image = try await pipeline.image(for: ImageRequest(url)).image
        #expect(image.poster[0, 0] == SIMD4(0, 0, 255, 255))
    }

    @Test func `without a transport http is refused by name`() async {
        let pipeline = ImagePipeline(transport: nil, disk: nil)
        await #expect {
            try await pipeline.image(for: "http://127.0.0.1:9/a.png")
        } throws: { error in
            (error as? ImageError)?.reason.contains("http") == true
        }
    }

    @Test func `a file URL text is refused, a file source is not`() async throws {
        let pipeline = ImagePipeline(transport: nil, disk: nil)
        await #expect {
            try await pipeline.image(for: "file:///etc/hostname")
        } throws: { error in
            (error as? ImageError)?.stage == "request"
        }
        await #expect {
            try await pipeline.image(for: ImageRequest(ImageSource.file("/etc/hostname")))
        } throws: { error in
            (error as? ImageError)?.stage == "decode"
        }
    }

    @Test func `a pipeline of one's own is closed behind the body`() async throws {
        let answer = try await withImagePipeline(disk: nil) { pipeline in
            pipeline.limits.decode.maxPixels
        }
        #expect(answer == 100_000_000)
    }
}
