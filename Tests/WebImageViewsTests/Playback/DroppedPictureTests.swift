import Testing
import WebImagePipeline
import WebImagePixels
import WebImageViews

/// Pictures that were dropped out of sight and are no longer in memory.
struct DroppedPictureTests {
    private let plan: ImagePresentation = {
        var plan = ImagePresentation(
            failureImage: .dot(), indicatorDelay: .milliseconds(300), transition: .fade)
        plan.followsViewSize = true
        return plan
    }()

    /// Returns a slot whose picture was shown, reported and dropped, and whose load has begun
    /// again.
    private func reappeared() -> (slot: SlotProbe, load: UInt64) {
        var slot = SlotProbe()
        slot.change { $0.resized(to: PixelSize(width: 50, height: 50)) }
        let load = slot.begin(plan)
        slot.succeed(.dot())
        slot.change { $0.disappeared(dropsPicture: true) }
        _ = slot.log()
        slot.change { $0.appeared() }
        return (slot, load)
    }

    @Test func `it is loaded again with the indicator, after its delay`() {
        var (slot, load) = reappeared()
        #expect(slot.log() == "look 50x50, timer indicator, start")
        #expect(slot.state.isLoading && slot.state.fraction == nil)
        slot.change { $0.fired(.indicator, of: load) }
        #expect(slot.log() == "indicator busy")
        slot.succeed(.dot())
        #expect(slot.log() == "indicator hidden, image by fade", "the end was reported before")
        #expect(!slot.state.isLoading && slot.failures.isEmpty)
    }

    @Test func `if that fails, the failure picture is shown and the failure reported`() {
        var (slot, load) = reappeared()
        slot.change { $0.fired(.indicator, of: load) }
        _ = slot.log()
        slot.fail()
        #expect(slot.log() == "indicator hidden, failure", "the end was reported before")
        #expect(slot.state.isFailed && !slot.state.isLoading && slot.failures == [true])
        slot.change { $0.disappeared(dropsPicture: true) }
        slot.change { $0.appeared() }
        #expect(slot.log() == "", "only a click repeats a load that has failed")
    }

    @Test func `a part of a picture whose rest failed is loaded again, not failed yet`() {
        var slot = SlotProbe()
        slot.begin()
        slot.change { [attempt = slot.lastAttempt] in $0.previewed(attempt, .dot()) }
        slot.fail()
        #expect(slot.log() == "look, start, preview, end disk")
        slot.change { $0.disappeared(dropsPicture: true) }
        slot.change { $0.appeared() }
        #expect(slot.log() == "nothing, look, start")
        #expect(slot.state.isLoading && slot.failures == [true, false])
    }

    @Test func `the picture of a former load gives way to the load that has failed`() {
        var slot = SlotProbe()
        slot.begin()
        slot.succeed(.dot())
        slot.begin(ImagePresentation(failureImage: .dot()))
        slot.fail()
        #expect(SlotProbe.name(slot.state.shown) == "image")
        slot.change { $0.disappeared(dropsPicture: true) }
        _ = slot.log()
        slot.change { $0.appeared() }
        #expect(slot.log() == "look, start")
        #expect(!slot.state.isFailed)
        slot.fail()
        #expect(slot.log() == "failure")
        #expect(slot.failures == [true, false, true])
    }

    @Test func `a larger picture that fails leaves the smaller one, and reports nothing`() {
        var slot = SlotProbe()
        slot.change { $0.resized(to: PixelSize(width: 50, height: 50)) }
        let load = slot.begin(plan)
        slot.succeed(.reduced())
        slot.change { $0.resized(to: PixelSize(width: 90, height: 50)) }
        _ = slot.log()
        slot.change { $0.fired(.growth, of: load) }
        #expect(slot.log() == "look 90x50, start")
        slot.fail()
        #expect(slot.log() == "" && slot.failures.isEmpty)
    }

    @Test func `a kept former load that fails is no failure of the current one`() {
        var slot = SlotProbe()
        slot.begin(SupersededLoadTests.keeping, "small")
        let small = slot.lastAttempt
        slot.begin(SupersededLoadTests.keeping, "large")
        slot.fail(attempt: small)
        #expect(slot.failures.isEmpty)
        slot.fail()
        #expect(slot.failures == [true])
        slot.begin(SupersededLoadTests.keeping, "larger")
        #expect(slot.failures == [true, false])
    }
}
