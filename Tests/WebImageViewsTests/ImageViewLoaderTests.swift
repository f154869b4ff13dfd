import Foundation
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageRuntime
import WebImageTesting
import WebImageViews

/// The loader with a view and a real pipeline.
@MainActor struct ImageViewLoaderTests {
    private let view = RecordingView()
    private let plan = ImagePresentation(placeholder: .dot())

    private func end(_ name: String) -> ImageViewLoader.End {
        { [view] result in
            switch result {
            case .success(let response): view.note("\(name):\(response.origin)")
            case .failure(let error): view.note("\(name):\(error.stage)")
            }
        }
    }

    @Test func `placeholder, then the picture, then the end`() async {
        let loader = ImageViewLoader(for: view, pipeline: ViewPipeline().pipeline)
        loader.load(ViewPipeline.request(), as: plan, onEnd: end("a"))
        #expect(view.log() == "placeholder")
        #expect(loader.isLoading())
        #expect(await until { !loader.isLoading() })
        #expect(view.log() == "image a:network")
        #expect(loader.fraction() == 1)
        #expect(await until { loader.taskCount == 0 })
    }

    @Test func `a picture in memory is there before the call returns`() async throws {
        let test = ViewPipeline()
        _ = try await test.pipeline.image(for: ViewPipeline.request())
        let loader = ImageViewLoader(for: view, pipeline: test.pipeline)
        loader.load(ViewPipeline.request(), as: plan, onEnd: end("a"))
        #expect(view.log() == "image a:memory")
        #expect(loader.taskCount == 0)
    }

    @Test func `a new load of a slot cancels the transfer of the former one`() async {
        let test = ViewPipeline(isFrozen: true)
        let loader = ImageViewLoader(for: view, pipeline: test.pipeline)
        loader.load(ViewPipeline.request("a"), onEnd: end("a"))
        #expect(await until { test.loader.loadCount == 1 })
        loader.load(ViewPipeline.request("b"), onEnd: end("b"))
        #expect(view.log() == "a:cancelled")
        #expect(await until { test.loader.cancelCount == 1 })
        test.loader.thaw()
        #expect(await until { !loader.isLoading() })
        #expect(view.log() == "image b:network")
    }

    @Test func `what a callback asks for comes after what was under way`() async {
        let test = ViewPipeline(isFrozen: true)
        let loader = ImageViewLoader(for: view, pipeline: test.pipeline)
        loader.load(ViewPipeline.request("a")) { _ in
            loader.load(ViewPipeline.request("c"), as: plan, onEnd: end("c"))
        }
        loader.load(ViewPipeline.request("b"), as: plan, onEnd: end("b"))
        test.loader.thaw()
        #expect(await until { !loader.isLoading() })
        #expect(view.log() == "b:cancelled placeholder image c:network")
    }

    @Test func `a view that clears itself while it is shown something is left empty`() async {
        let loader = ImageViewLoader(for: view, pipeline: ViewPipeline().pipeline)
        view.onShow = { [view, unowned loader] in
            view.onShow = nil
            loader.clear()
        }
        loader.load(ViewPipeline.request(), as: plan, onEnd: end("a"))
        #expect(view.log() == "placeholder a:cancelled nothing")
        #expect(loader.shown() == .nothing)
    }

    @Test func `a failure is told and shown`() async {
        var plan = plan
        plan.failureImage = .dot()
        let loader = ImageViewLoader(for: view, pipeline: ViewPipeline(fails: true).pipeline)
        loader.load(ViewPipeline.request(), as: plan, onEnd: end("a"))
        #expect(await until { !loader.isLoading() })
        #expect(view.log() == "placeholder failure a:load")
    }

    @Test func `a refresh shows what memory has, and keeps it when the origin fails`() async throws
    {
        let test = ViewPipeline()
        _ = try await test.pipeline.image(for: ViewPipeline.request())
        var failing = test.pipeline
        failing.loader = ViewPipeline(fails: true).loader
        var refresh = ViewPipeline.request()
        refresh.cachePolicy = .refresh
        refresh.staleIfError = nil
        let loader = ImageViewLoader(for: view, pipeline: failing)
        loader.load(refresh, as: plan, onEnd: end("a"))
        #expect(view.log() == "image")
        #expect(await until { !loader.isLoading() })
        #expect(view.log().hasSuffix("a:load"))
        #expect(SlotProbe.name(loader.shown()) == "image")
    }

    @Test func `the picture is loaded in the size of the view, and larger when that grows`() async {
        var plan = plan
        plan.followsViewSize = true
        let clock = ManualClock()
        let test = ViewPipeline()
        let loader = ImageViewLoader(for: view, pipeline: test.pipeline, clock: clock)
        loader.load(ViewPipeline.request(), as: plan, onEnd: end("a"))
        loader.viewResized(to: PixelSize(width: 80, height: 80))
        #expect(await until { !loader.isLoading() })
        #expect(loader.shown().picture?.size == PixelSize(width: 80, height: 60))
        loader.viewResized(to: PixelSize(width: 160, height: 160))
        #expect(await until { clock.sleeperCount == 1 })
        clock.advance(by: plan.growthDelay)
        #expect(await until { loader.shown().picture?.size.width == 160 })
        #expect(view.log() == "placeholder image a:network image")
    }

    @Test func `the pipeline rewrites a request once, whether memory has it or not`() async {
        var pipeline = ViewPipeline().pipeline
        let seen = PriorityList()
        pipeline.rewrite = { request in
            seen.add(request.priority)
            var request = request
            request.source = .url("https://example.com/other")
            return request
        }
        let loader = ImageViewLoader(for: view, pipeline: pipeline)
        for origin in [ImageOrigin.network, .memory] {
            loader.load(ViewPipeline.request(), onEnd: end("a"))
            #expect(await until { !loader.isLoading() })
            #expect(view.log().hasSuffix("a:\(origin)"))
        }
        #expect(seen.all.count == 2)
    }

    @Test func `a ThumbHash and a BlurHash are placeholders as any other`() throws {
        let photo = Scene.photograph(size: PixelSize(width: 32, height: 24))
        let blur = try #require(BlurHash(BlurHash(of: photo).text))
        let loader = ImageViewLoader(for: view, pipeline: ViewPipeline(isFrozen: true).pipeline)
        for bitmap in [ThumbHash(of: photo).bitmap(), blur.bitmap(PixelSize(width: 8, height: 6))] {
            loader.load(
                ViewPipeline.request(),
                as: ImagePresentation(placeholder: DecodedImage(poster: bitmap)))
            #expect(view.pictures[.image]?.picture?.poster == bitmap)
        }
    }

    @Test(
        arguments: [
            ImageRequest("https://example.com/a"),
            ImageRequest(URL(string: "https://example.com/a") ?? URL(filePath: "/none")),
        ])
    func `what is asked for is known as soon as it is asked`(request: ImageRequest) {
        let loader = ImageViewLoader(for: view, pipeline: ViewPipeline(isFrozen: true).pipeline)
        #expect(loader.request() == nil)
        loader.load(request)
        guard case .url(let url) = loader.request()?.source else {
            Issue.record("it is a URL")
            return
        }
        #expect(url == "https://example.com/a")
        #expect(loader.request(in: .background) == nil)
        loader.load(nil)
        #expect(loader.request() == nil)
    }

    @Test func `a target size of the request is not overridden`() async {
        var plan = plan
        plan.followsViewSize = true
        var request = ViewPipeline.request()
        request.targetSize = PixelSize(width: 40, height: 40)
        let loader = ImageViewLoader(for: view, pipeline: ViewPipeline().pipeline)
        loader.load(request, as: plan)
        #expect(await until { !loader.isLoading() })
        #expect(loader.shown().picture?.size == PixelSize(width: 40, height: 30))
    }

    @Test func `delays are measured with the clock that was given`() async {
        let clock = ManualClock()
        var plan = ImagePresentation(placeholder: .dot(), indicatorDelay: .milliseconds(300))
        plan.placeholderMoment = .after(.milliseconds(100))
        let test = ViewPipeline(isFrozen: true)
        let loader = ImageViewLoader(for: view, pipeline: test.pipeline, clock: clock)
        loader.load(ViewPipeline.request(), as: plan)
        #expect(await until { clock.sleeperCount == 2 })
        #expect(view.log() == "")
        clock.advance(by: .milliseconds(100))
        #expect(await until { view.lines == ["placeholder"] })
        clock.advance(by: .milliseconds(200))
        #expect(await until { view.lines == ["placeholder", "busy"] })
        test.loader.thaw()
        #expect(await until { !loader.isLoading() })
        #expect(await until { clock.sleeperCount == 0 && loader.taskCount == 0 })
    }

    @Test func `a cancelled load leaves neither task nor timer`() async {
        let clock = ManualClock()
        var plan = ImagePresentation(placeholder: .dot(), indicatorDelay: .milliseconds(300))
        plan.placeholderMoment = .after(.milliseconds(100))
        let test = ViewPipeline(isFrozen: true)
        let loader = ImageViewLoader(for: view, pipeline: test.pipeline, clock: clock)
        for index in 0..<100 {
            loader.load(ViewPipeline.request("\(index)"), as: plan, onEnd: end("\(index)"))
        }
        loader.cancel()
        #expect(loader.taskCount == 0)
        let ends = (0..<100).map { "\($0):cancelled" }
        #expect(view.lines == ends)
        #expect(await until { clock.sleeperCount == 0 })
    }

    @Test func `another actor's views work as well`() async {
        let count = await CellActor().load(ViewPipeline().pipeline)
        #expect(count == 2)
    }
}

/// A toolkit on an actor of its own.
private actor CellActor {
    private final class Cell: ImageDisplay {
        var shows = 0
        func show(_ picture: SlotContent, in slot: ImageSlot, transition: ImageTransition?) {
            shows += 1
        }
    }

    func load(_ pipeline: ImagePipeline) async -> Int {
        let cell = Cell()
        let loader = ImageViewLoader(for: cell, pipeline: pipeline)
        loader.load(ViewPipeline.request(), as: ImagePresentation(placeholder: .dot()))
        _ = await until { !loader.isLoading() }
        return cell.shows
    }
}
