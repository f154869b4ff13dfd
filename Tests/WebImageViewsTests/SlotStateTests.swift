import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting
import WebImageViews

/// The observable state of a slot.
@MainActor struct SlotStateTests {
    private let view = RecordingView()

    private func loader(_ test: ViewPipeline) -> (ImageViewLoader, StateLog) {
        let loader = ImageViewLoader(for: view, pipeline: test.pipeline)
        let log = StateLog()
        loader.onStateChange = { state, slot in log.lines.append("\(slot.rawValue):\(state.name)") }
        return (loader, log)
    }

    @Test func `a load, its picture, the next load, its failure, and an empty view`() async {
        let (loader, log) = loader(ViewPipeline())
        #expect(loader.state().name == "empty")
        loader.load(ViewPipeline.request())
        #expect(loader.state().name == "loading")
        #expect(await until { log.lines == ["image:loading", "image:shown"] })
        loader.load(ViewPipeline.request("missing"), in: .background)
        #expect(await until { log.lines.last == "background:failed load" })
        loader.load(ViewPipeline.request("missing"))
        #expect(await until { log.lines.last == "image:failed load" })
        loader.clear()
        #expect(log.lines.suffix(2) == ["background:empty", "image:empty"])
        #expect(log.lines.count == 8)
    }

    @Test func `a picture in memory is shown without loading between`() async throws {
        let test = ViewPipeline()
        _ = try await test.pipeline.image(for: ViewPipeline.request())
        let (loader, log) = loader(test)
        loader.load(ViewPipeline.request())
        #expect(log.lines == ["image:shown"])
        loader.load(ViewPipeline.request())
        #expect(log.lines == ["image:shown"])
    }

    @Test func `a cancelled load leaves the picture that was there, or nothing`() async {
        let test = ViewPipeline()
        let (loader, log) = loader(test)
        loader.load(ViewPipeline.request())
        #expect(await until { log.lines.last == "image:shown" })
        let frozen = ViewPipeline(isFrozen: true)
        loader.pipeline = frozen.pipeline
        var plan = ImagePresentation()
        plan.keepsFormerPicture = true
        loader.load(ViewPipeline.request("b"), as: plan)
        loader.cancel()
        #expect(log.lines.suffix(2) == ["image:loading", "image:shown"])
        loader.load(ViewPipeline.request("b"))
        loader.cancel()
        #expect(log.lines.suffix(2) == ["image:loading", "image:empty"])
    }

    @Test func `no request is a failure`() {
        let (loader, log) = loader(ViewPipeline())
        loader.load(nil)
        loader.load(nil)
        #expect(log.lines == ["image:failed request"])
    }

    @Test func `a picture that is only handed over is shown by its caller`() async {
        let (loader, log) = loader(ViewPipeline())
        var plan = ImagePresentation()
        plan.setsPicture = false
        loader.load(ViewPipeline.request(), as: plan)
        #expect(await until { log.lines == ["image:loading", "image:shown"] })
        #expect(loader.shown() == .nothing)
    }

    @Test func `a picture released out of sight loads again`() async {
        let (loader, log) = loader(ViewPipeline())
        loader.load(ViewPipeline.request())
        #expect(await until { log.lines.last == "image:shown" })
        loader.viewDisappeared(droppingPictures: true)
        #expect(log.lines.last == "image:loading")
        loader.viewAppeared()
        #expect(log.lines.suffix(2) == ["image:loading", "image:shown"])
    }

    @Test func `the handler may load, cancel and clear`() async {
        let (loader, log) = loader(ViewPipeline())
        loader.onStateChange = { [unowned loader] state, slot in
            log.lines.append(state.name)
            switch log.lines.count {
            case 1: loader.cancel()
            case 2: loader.load(ViewPipeline.request("missing"))
            case 4: loader.load(ViewPipeline.request("b"))
            case 6: loader.clear()
            default: break
            }
        }
        loader.load(ViewPipeline.request())
        #expect(
            await until {
                log.lines == [
                    "loading", "empty", "loading", "failed load", "loading", "shown", "empty",
                ]
            })
        #expect(await until { loader.taskCount == 0 })
    }

    @Test func `the states are a sequence, which ends with the loader`() async {
        let test = ViewPipeline(isFrozen: true)
        var loader: ImageViewLoader? = ImageViewLoader(for: view, pipeline: test.pipeline)
        weak let dead = loader
        guard let states = loader?.states(), let abandoned = loader?.states() else { return }
        _ = abandoned.makeAsyncIterator()
        var iterator = states.makeAsyncIterator()
        #expect(await iterator.next()?.name == "empty")
        loader?.load(ViewPipeline.request())
        #expect(await iterator.next()?.name == "loading")
        test.loader.thaw()
        #expect(await iterator.next()?.name == "shown")
        loader?.clear()
        loader = nil
        #expect(dead == nil)
        #expect(await iterator.next()?.name == "empty")
        #expect(await iterator.next() == nil)
    }
}

/// The states that a handler was called with.
@MainActor private final class StateLog {
    var lines: [String] = []
}

extension SlotState {
    /// The name of the case, and the stage of an error.
    var name: String {
        switch self {
        case .empty: "empty"
        case .loading: "loading"
        case .shown: "shown"
        case .failed(let error): "failed \(error.stage)"
        }
    }
}
