import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageRuntime
import WebImageTesting
import WebImageViews

/// Views that are released, hidden and reused.
@MainActor struct ViewLifeTests {
    /// A view with its loader, as in a toolkit.
    @MainActor private final class Cell: @MainActor ImageDisplay {
        private(set) lazy var loader = ImageViewLoader(for: self, pipeline: pipeline)
        let pipeline: ImagePipeline
        let onShow: () -> Void

        init(_ pipeline: ImagePipeline, onShow: @escaping () -> Void = {}) {
            self.pipeline = pipeline
            self.onShow = onShow
        }

        func show(_ picture: SlotContent, in slot: ImageSlot, transition: ImageTransition?) {
            onShow()
        }
    }

    @Test func `a view that dies takes its loads with it, and is not called again`() async {
        let test = ViewPipeline(isFrozen: true)
        var shows = 0
        var ends = 0
        var cell: Cell? = Cell(test.pipeline) { shows += 1 }
        weak let dead = cell
        cell?.loader.load(ViewPipeline.request()) { _ in ends += 1 }
        #expect(await until { test.loader.loadCount == 1 })
        cell = nil
        #expect(dead == nil)
        #expect(await until { test.loader.cancelCount == 1 })
        test.loader.thaw()
        #expect(shows == 0)
        #expect(ends == 0)
    }

    @Test func `a loader that outlives its view stops, and says so`() async {
        let test = ViewPipeline(isFrozen: true)
        var view: RecordingView? = RecordingView()
        weak let dead = view
        var ends: [String] = []
        let loader = view.map { ImageViewLoader(for: $0, pipeline: test.pipeline) }
        loader?.load(ViewPipeline.request()) { ends.append($0.isSuccess ? "image" : "none") }
        view = nil
        #expect(dead == nil)
        test.loader.thaw()
        #expect(await until { ends.count == 1 })
        #expect(loader?.isLoading() == false)
    }

    @Test func `a view that is back asks with the priority it had`() async {
        let priorities = PriorityList()
        let bytes = ViewPipeline.bytes
        let scripted = ScriptedLoader(isFrozen: true) { request in
            priorities.add(request.options.priority)
            return LoadedBody(
                head: ResponseHead(url: "https://example.com/a"), origin: .network,
                expectedByteCount: bytes.count, chunks: BodyStream([bytes]))
        }
        let view = RecordingView()
        let loader = ImageViewLoader(
            for: view, pipeline: ViewPipeline(loader: scripted).pipeline)
        var request = ViewPipeline.request()
        request.priority = .high
        loader.load(request)
        #expect(await until { scripted.loadCount == 1 })
        loader.viewDisappeared()
        #expect(await until { scripted.cancelCount == 1 })
        loader.viewAppeared()
        scripted.thaw()
        #expect(await until { !loader.isLoading() })
        #expect(priorities.all == [.high])
    }

    @Test func `a suspended slot waits until the view appears, the other slots go on`() async {
        let test = ViewPipeline()
        let view = RecordingView()
        let loader = ImageViewLoader(for: view, pipeline: test.pipeline)
        loader.suspend()
        loader.load(ViewPipeline.request("a"), as: ImagePresentation(placeholder: .dot()))
        loader.load(ViewPipeline.request("b"), in: .background)
        #expect(await until { !loader.isLoading(.background) })
        #expect(SlotProbe.name(loader.shown()) == "placeholder")
        #expect(loader.isLoading() && test.loader.loadCount == 1)
        loader.viewAppeared()
        #expect(await until { !loader.isLoading() })
        #expect(SlotProbe.name(loader.shown()) == "image")
        #expect(test.loader.loadCount == 2)
    }

    @Test func `a slot that is suspended during its load begins again, from memory at once`() async
    {
        let test = ViewPipeline(isFrozen: true)
        let view = RecordingView()
        let loader = ImageViewLoader(for: view, pipeline: test.pipeline)
        loader.load(ViewPipeline.request("a"))
        #expect(await until { test.loader.loadCount == 1 })
        loader.suspend()
        #expect(await until { test.loader.cancelCount == 1 })
        test.loader.thaw()
        _ = try? await test.pipeline.image(for: ViewPipeline.request("a"))
        loader.viewAppeared()
        #expect(SlotProbe.name(loader.shown()) == "image")
        #expect(test.loader.loadCount == 2)
    }

    @Test func `a slot has one picture and one indicator, however often it is used`() async {
        let view = RecordingView()
        let test = ViewPipeline()
        let loader = ImageViewLoader(for: view, pipeline: test.pipeline)
        let plan = ImagePresentation(placeholder: .dot(), indicatorDelay: .zero)
        for index in 0..<20 { loader.load(ViewPipeline.request("\(index)"), as: plan) }
        #expect(await until { !loader.isLoading() })
        #expect(view.pictures.count == 1)
        #expect(view.indicators == [.image: .hidden])
    }

    @Test func `a wall of views scrolled fast ends each load once and leaves no task`() async {
        let test = ViewPipeline()
        let views = (0..<30).map { _ in RecordingView() }
        let loaders = views.map { ImageViewLoader(for: $0, pipeline: test.pipeline) }
        var begun = 0
        var ended = 0
        for row in 0..<40 {
            for (index, loader) in loaders.enumerated() {
                begun += 1
                loader.load(ViewPipeline.request("\(row * 7 + index)")) { _ in ended += 1 }
            }
            await Task.yield()
        }
        #expect(await until { loaders.allSatisfy { !$0.isLoading() } })
        #expect(ended == begun)
        #expect(await until { loaders.allSatisfy { $0.taskCount == 0 } })
        #expect(views.allSatisfy { SlotProbe.name($0.pictures[.image] ?? .nothing) == "image" })
    }
}

extension Result {
    fileprivate var isSuccess: Bool {
        if case .success = self { true } else { false }
    }
}
