import Foundation
import Synchronization
import Testing
import WebImageBMP
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting
import WebImageURLSession
import WebImageViews

/// Views over a real server: what is cached is shown at once, whatever HTTP says of its age.
@MainActor struct CachedFirstViewTests {
    private let view = RecordingView()
    private let site: Site
    private let plan: ImagePresentation

    init() throws {
        site = try Site()
        var plan = ImagePresentation(placeholder: .dot(), transition: .fade)
        plan.transitionRule = .always
        self.plan = plan
    }

    private func end() -> ImageViewLoader.End {
        { [view] result in
            switch result {
            case .success(let response):
                view.note("end" + (response.staleReason == nil ? "" : " stale"))
            case .failure(let error): view.note(error.stage)
            }
        }
    }

    @Test(arguments: ["max-age=60", "no-cache", "max-age=0, must-revalidate"])
    func `a reused cell shows a picture past its age without its placeholder`(
        directives: String
    ) async throws {
        site.serve(directives)
        let pipeline = site.pipeline()
        _ = try await pipeline.image(for: site.request)
        site.clock.advance(by: 120)
        let loader = ImageViewLoader(for: view, pipeline: pipeline)
        loader.load(site.request, as: plan, onEnd: end())
        #expect(view.log() == "image")
        #expect(await until { !loader.isLoading() })
        // Confirmed: it is not shown again, so neither transition nor animation begins anew.
        #expect(view.log() == "end")
        #expect(view.transitions == 1)
        #expect(site.origin.requestCount("/a.bmp") == 2)
        #expect(site.origin.requests.last?["If-None-Match"] == "\"1\"")
        await site.close()
    }

    @Test func `a dropped picture past its age is back at once`() async throws {
        site.serve("max-age=60")
        let loader = ImageViewLoader(for: view, pipeline: site.pipeline())
        loader.load(site.request, as: plan, onEnd: end())
        #expect(await until { !loader.isLoading() })
        site.clock.advance(by: 120)
        loader.viewDisappeared(droppingPictures: true)
        #expect(view.log() == "placeholder image end nothing")
        loader.viewAppeared()
        #expect(view.log() == "image")
        await site.close()
    }

    @Test func `offline two days later it is shown from disk`() async throws {
        site.serve("max-age=60")
        _ = try await site.pipeline().image(for: site.request)
        site.origin.shutdown()
        site.clock.advance(by: 2 * 86_400)
        let loader = ImageViewLoader(for: view, pipeline: site.pipeline())
        loader.load(site.request, as: plan, onEnd: end())
        #expect(await until { !loader.isLoading() })
        #expect(view.log() == "placeholder image end stale")
        #expect(SlotProbe.name(loader.shown()) == "image")
        await site.close()
    }

    @Test func `a picture that changed takes the place of the cached one`() async throws {
        site.serve("max-age=60")
        let pipeline = site.pipeline()
        _ = try await pipeline.image(for: site.request)
        site.clock.advance(by: 120)
        site.serve("max-age=60", tag: "\"2\"", width: 33)
        let loader = ImageViewLoader(for: view, pipeline: pipeline)
        loader.load(site.request, as: plan, onEnd: end())
        #expect(loader.shown().picture?.size.width == 12)
        #expect(await until { !loader.isLoading() })
        #expect(view.log() == "image image end")
        #expect(loader.shown().picture?.size.width == 33)
        await site.close()
    }

    @Test func `of a picture that is gone the view is told, and nothing is cached`() async throws {
        site.serve("max-age=60")
        let pipeline = site.pipeline()
        _ = try await pipeline.image(for: site.request)
        site.clock.advance(by: 120)
        site.origin.reply("/a.bmp", with: .status(410))
        let loader = ImageViewLoader(for: view, pipeline: pipeline)
        loader.load(site.request, as: plan, onEnd: end())
        #expect(await until { !loader.isLoading() })
        #expect(view.log() == "image load")
        var first = site.request
        first.cachePolicy = .cachedFirst
        #expect(try await pipeline.cachedImage(for: first) == nil)
        await site.close()
    }

    @Test(arguments: [true, false])
    func `a policy that was set is obeyed, also normal`(byDefaults: Bool) async throws {
        site.serve("max-age=60")
        var pipeline = site.pipeline()
        _ = try await pipeline.image(for: site.request)
        site.clock.advance(by: 120)
        var request = site.request
        if byDefaults {
            pipeline.defaults.cachePolicy = .normal
        } else {
            request.cachePolicy = .normal
        }
        let loader = ImageViewLoader(for: view, pipeline: pipeline)
        loader.load(request, as: plan, onEnd: end())
        #expect(await until { !loader.isLoading() })
        #expect(view.log() == "placeholder image end")
        await site.close()
    }
}

/// A real server with one picture, and pipelines with one folder and a manual clock.
private struct Site: Sendable {
    let origin: OriginServer
    let clock = Moment()
    private let transport = URLSessionTransport()
    private let folder = FileManager.default.temporaryDirectory.path + "/views-" + UUID().uuidString

    init() throws { origin = try OriginServer() }

    var request: ImageRequest { ImageRequest(origin.url("/a.bmp")) }

    func serve(_ directives: String, tag: String = "\"1\"", width: Int = 12) {
        let bitmap = Bitmap(size: PixelSize(width: width, height: 8), isOpaque: true)
        let bytes = try? BMPEncoder().encode(bitmap, settings: EncodeSettings())
        let body = bytes.map { $0.withUnsafeBytes { Array($0) } } ?? []
        let headers = [("ETag", tag), ("Cache-Control", directives), ("Content-Type", "image/bmp")]
        origin.reply("/a.bmp") { request in
            request["If-None-Match"] == tag
                ? OriginReply(status: 304, headers: headers)
                : OriginReply(headers: headers, body: body)
        }
    }

    /// Returns a pipeline with a memory cache of its own, as of another process.
    func pipeline() -> ImagePipeline {
        let now = { @Sendable [clock] in clock.now }
        var pipeline = ImagePipeline(
            memory: MemoryCache(maxBytes: 1 << 24), disk: DiskCache(folder: folder, now: now),
            loader: HTTPLoader(transport),
            codecs: CodecList(decoders: [BMPDecoder()], encoders: [BMPEncoder()]))
        pipeline.now = now
        return pipeline
    }

    func close() async {
        await transport.shutdown()
        try? FileManager.default.removeItem(atPath: folder)
    }
}

/// A date that a test advances.
private final class Moment: Sendable {
    private let state = Mutex(Date())

    var now: Date { state.withLock { $0 } }

    func advance(by seconds: Double) { state.withLock { $0 += seconds } }
}
