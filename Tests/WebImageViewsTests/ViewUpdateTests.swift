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

/// The updates of a load in a view, from a real server that sends slowly.
@MainActor struct ViewUpdateTests {
    private let view = RecordingView()
    private let origin: OriginServer
    private let pipeline: ImagePipeline
    /// The bytes of the picture.
    private let count: Int

    init() throws {
        origin = try OriginServer()
        let bitmap = Bitmap(size: PixelSize(width: 100, height: 100), isOpaque: true)
        let file = try BMPEncoder().encode(bitmap, settings: EncodeSettings())
        let body = file.withUnsafeBytes { Array($0) }
        count = body.count
        origin.reply(
            "/slow", with: OriginReply(body: body).slowly(chunk: 250, every: .milliseconds(8)))
        origin.reply("/unknown", with: OriginReply(body: body).withoutLength())
        origin.reply("/held", with: OriginReply(body: body).held(after: 1000))
        origin.reply("/cut", with: OriginReply(body: body).dropping(after: 2000))
        pipeline = ImagePipeline(
            memory: MemoryCache(maxBytes: 1 << 24), disk: nil,
            loader: SchemeLoader(over: URLSessionTransport()),
            codecs: CodecList(decoders: [BMPDecoder()], encoders: []))
    }

    /// The progress that a handler got, and its times.
    private final class Log {
        var updates: [LoadProgress] = []
        var times: [ContinuousClock.Instant] = []
        var ends: [Bool] = []

        func add(_ update: ImageUpdate) {
            guard case .progress(let progress) = update else { return }
            updates.append(progress)
            times.append(.now)
        }
    }

    private func request(_ path: String) -> ImageRequest {
        var request = ImageRequest(origin.url(path))
        // Each of the 120 pieces is news; the pace of views is what limits.
        request.progressInterval = .zero
        return request
    }

    private func load(_ path: String, of loader: ImageViewLoader, _ log: Log) {
        loader.load(
            request(path), onEnd: { log.ends.append((try? $0.get()) != nil) },
            onUpdate: { log.add($0) })
    }

    @Test func `bytes and total arrive, less than 30 times a second, the last before the end`()
        async
    {
        let loader = ImageViewLoader(for: view, pipeline: pipeline)
        let log = Log()
        load("/slow", of: loader, log)
        #expect(await until { log.ends == [true] })
        #expect(
            log.updates.last == LoadProgress(receivedByteCount: count, expectedByteCount: count))
        let bytes = log.updates.map(\.receivedByteCount)
        #expect(bytes == bytes.sorted() && bytes.count > 5)
        for start in log.times {
            #expect(log.times.count { $0 >= start && $0 < start.advanced(by: .seconds(1)) } < 30)
        }
        #expect(await until { loader.taskCount == 0 })
    }

    @Test func `a body without a length has no total`() async {
        let loader = ImageViewLoader(for: view, pipeline: pipeline)
        let log = Log()
        load("/unknown", of: loader, log)
        #expect(await until { log.ends == [true] })
        #expect(log.updates.last?.receivedByteCount == count)
        #expect(log.updates.allSatisfy { $0.expectedByteCount == nil })
    }

    @Test func `a body that is cut has its bytes told before it fails`() async {
        let loader = ImageViewLoader(for: view, pipeline: pipeline)
        let log = Log()
        load("/cut", of: loader, log)
        #expect(await until { log.ends == [false] })
        #expect((log.updates.last?.receivedByteCount ?? 0) > 0)
        #expect(log.updates.last?.expectedByteCount == count)
    }

    @Test(arguments: ["cancel", "replace", "clear", "disappear"])
    func `nothing comes after the load was given up`(how: String) async {
        let loader = ImageViewLoader(for: view, pipeline: pipeline)
        let log = Log()
        load("/held", of: loader, log)
        #expect(await until { (log.updates.last?.receivedByteCount ?? 0) > 0 })
        let before = log.updates.count
        switch how {
        case "cancel": loader.cancel()
        case "replace": loader.load(request("/slow"))
        case "clear": loader.clear()
        default: loader.viewDisappeared()
        }
        #expect(await until { origin.abortedCount("/held") == 1 })
        if how == "replace" { #expect(await until { !loader.isLoading() }) }
        #expect(log.updates.count == before)
        #expect(await until { loader.taskCount == 0 })
    }

    @Test(arguments: ["cancel", "replace", "clear", "disappear", "release"])
    func `a handler may give the load up, and is not called again`(how: String) async {
        var loader: ImageViewLoader? = ImageViewLoader(for: view, pipeline: pipeline)
        weak let dead = loader
        var calls = 0
        loader?.load(request("/slow")) { _ in
        } onUpdate: { [request = request("/held")] _ in
            calls += 1
            switch how {
            case "cancel": loader?.cancel()
            case "replace": loader?.load(request)
            case "clear": loader?.clear()
            case "disappear": loader?.viewDisappeared()
            default: loader = nil
            }
        }
        #expect(await until { calls == 1 })
        #expect(await until { origin.requestCount("/held") == (how == "replace" ? 1 : 0) })
        try? await Task.sleep(for: .milliseconds(100))
        #expect(calls == 1)
        if how == "release" { #expect(await until { dead == nil }) }
        loader?.clear()
    }

    @Test func `a loader does not call for a view that is gone, and keeps none alive`() async {
        var view: RecordingView? = RecordingView()
        weak let dead = view
        let loader = view.map { ImageViewLoader(for: $0, pipeline: pipeline) }
        let log = Log()
        loader.map { load("/slow", of: $0, log) }
        #expect(await until { !log.updates.isEmpty })
        view = nil
        #expect(dead == nil)
        let before = log.updates.count
        #expect(await until { log.ends == [false] })
        #expect(log.updates.count == before)
    }

    @Test func `a stale picture comes as an update while the origin is asked`() async throws {
        let loader = ImageViewLoader(for: view, pipeline: pipeline)
        let request = request("/slow")
        _ = try await pipeline.image(for: request)
        var renewing = request
        renewing.cachePolicy = .refresh
        var plan = ImagePresentation()
        plan.setsPicture = false
        var sizes: [PixelSize] = []
        var hasEnded = false
        loader.load(renewing, as: plan, onEnd: { _ in hasEnded = true }) { update in
            if case .cached(let response) = update { sizes.append(response.image.size) }
        }
        #expect(sizes == [PixelSize(width: 100, height: 100)])
        #expect(await until { hasEnded })
        #expect(loader.shown() == .nothing)
        #expect(sizes.count == 1)
    }

    @Test func `previews come without being set, and stop with the load`() {
        var plan = ImagePresentation()
        plan.setsPicture = false
        var slot = SlotProbe()
        let load = slot.begin(plan)
        slot.change { [attempt = slot.lastAttempt] in $0.previewed(attempt, .dot()) }
        #expect(slot.updates.map(\.load) == [load])
        #expect(slot.state.shown == .nothing)
        let former = slot.lastAttempt
        slot.begin(plan, "b")
        slot.change { $0.previewed(former, .dot()) }
        slot.succeed(.dot())
        slot.change { [attempt = slot.lastAttempt] in $0.previewed(attempt, .dot()) }
        #expect(slot.updates.count == 1)
    }

    @Test func `a placeholder can be given with the load`() {
        let loader = ImageViewLoader(for: view, pipeline: ViewPipeline(isFrozen: true).pipeline)
        let (given, own) = (DecodedImage.dot(), DecodedImage.dot())
        loader.load(
            ViewPipeline.request(), as: ImagePresentation(placeholder: own), placeholder: given)
        #expect(loader.shown() == .placeholder(given))
        loader.load(ViewPipeline.request("b"), as: ImagePresentation(placeholder: own))
        #expect(loader.shown() == .placeholder(own))
    }
}
