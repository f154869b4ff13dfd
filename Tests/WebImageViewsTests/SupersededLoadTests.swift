import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageViews

/// A load whose slot begins another one.
struct SupersededLoadTests {
    static let keeping: ImagePresentation = {
        var plan = ImagePresentation(placeholder: .dot())
        plan.former = .keep
        return plan
    }()

    @Test func `a former load is cancelled and ends before the next one begins`() {
        var slot = SlotProbe()
        slot.begin()
        _ = slot.log()
        slot.begin(ImagePresentation(), "b")
        #expect(slot.log() == "cancel, end cancelled, look, start")
    }

    @Test func `what a superseded load brings is not shown`() {
        var slot = SlotProbe()
        slot.begin()
        let former = slot.lastAttempt
        slot.begin(ImagePresentation(), "b")
        _ = slot.log()
        slot.change { $0.previewed(former, .dot()) }
        slot.change {
            $0.progressed(former, LoadProgress(receivedByteCount: 1, expectedByteCount: 2))
        }
        slot.succeed(.dot(), attempt: former)
        #expect(slot.log() == "")
        #expect(slot.state.fraction == nil)
    }

    @Test func `a kept load shows its picture until the next one has one`() {
        var slot = SlotProbe()
        slot.begin(Self.keeping, "small")
        let small = slot.lastAttempt
        slot.begin(Self.keeping, "large")
        _ = slot.log()
        slot.succeed(.dot(), attempt: small)
        #expect(slot.log() == "image, end")
        slot.succeed(.dot())
        #expect(slot.log() == "image, end")
    }

    @Test func `a kept load that comes last is not shown`() {
        var slot = SlotProbe()
        slot.begin(Self.keeping, "small")
        let small = slot.lastAttempt
        slot.begin(Self.keeping, "large")
        slot.succeed(.dot())
        _ = slot.log()
        slot.succeed(.dot(), attempt: small)
        #expect(slot.log() == "end")
    }

    @Test func `a kept load's picture stays when the next one fails, whichever ends first`() {
        var slot = SlotProbe()
        slot.begin(Self.keeping, "small")
        let small = slot.lastAttempt
        slot.begin(Self.keeping, "large")
        slot.fail()
        slot.succeed(.dot(), attempt: small)
        #expect(SlotProbe.name(slot.state.shown) == "image")

        slot.begin(Self.keeping, "larger")
        _ = slot.log()
        slot.fail()
        #expect(slot.log() == "end disk")
    }

    @Test func `a preview does not take the place of a kept load's whole picture`() {
        var slot = SlotProbe()
        slot.begin(Self.keeping, "small")
        slot.succeed(.dot())
        slot.begin(Self.keeping, "large")
        _ = slot.log()
        slot.change { [attempt = slot.lastAttempt] in $0.previewed(attempt, .dot()) }
        #expect(slot.log() == "")
        slot.succeed(.dot())
        #expect(slot.log() == "image, end")
    }

    @Test func `half a picture of the same source stays when a second load fails too`() {
        var slot = SlotProbe()
        let plan = ImagePresentation(placeholder: .dot())
        slot.begin(plan)
        slot.change { [attempt = slot.lastAttempt] in $0.previewed(attempt, .dot()) }
        slot.fail()
        _ = slot.log()
        slot.begin(plan)
        slot.fail()
        #expect(slot.log() == "look, start, end disk")
    }

    @Test func `a load that cancels takes the kept ones with it`() {
        var slot = SlotProbe()
        slot.begin(Self.keeping, "small")
        slot.begin(Self.keeping, "large")
        _ = slot.log()
        slot.begin(ImagePresentation(), "other")
        #expect(
            slot.log() == "cancel, end cancelled, cancel, end cancelled, look, nothing, start")
    }
}
