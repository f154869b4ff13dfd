import Synchronization
import Testing
import WebImage

/// The features of `import WebImage` with any traits.
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

    @Test func `a copy of a pipeline has its caches, another pipeline its own`() async throws {
        let pipeline = ImagePipeline(transport: nil, disk: nil)
        let (copy, other) = (pipeline, ImagePipeline(transport: nil, disk: nil))
        let request = ImageRequest(ImageSource.data(ByteBlock(copying: Self.redPixel)))
        #expect(try await pipeline.image(for: request).origin == .file)
        #expect(try await copy.image(for: request).origin == .memory)
        #expect(try await other.image(for: request).origin == .file)
    }

    @Test func `the Accept field names what can be shown, then anything`() async throws {
        let transport = NotingTransport()
        let pipeline = ImagePipeline(transport: transport, disk: nil)
        _ = try? await pipeline.image(for: "http://origin.test/a")
        let accept = try #require(transport.accepted.first)
        #expect(accept.contains("image/bmp"))
        #expect(accept.hasSuffix(",image/*;q=0.8,*/*;q=0.5"))
        for format in CodecList.installed.decoders.flatMap(\.formats) {
            #expect(accept.contains(format.mediaType))
        }
    }

    /// A BMP of one red pixel.
    private static let redPixel: [UInt8] =
        [0x42, 0x4D, 58, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]
        + [1, 0, 24, 0, 0, 0, 0, 0, 4, 0, 0, 0] + [UInt8](repeating: 0, count: 16)
        + [0, 0, 255, 0]
}

/// A transport that sends nothing, and records the `Accept` fields.
private final class NotingTransport: HTTPTransport {
    var identity: String? { nil }
    private let state = Mutex<[String]>([])
    var accepted: [String] { state.withLock { $0 } }

    func exchange(_ request: HTTPExchange) async throws -> LoadedBody {
        state.withLock { $0.append(request.headers["Accept"] ?? "") }
        throw LoadFailure(.connectionFailed, "nobody listens")
    }

    func shutdown() async {}
}
