import Testing
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageViews

/// The behaviour of a slot, step by step.
struct ImageViewStateTests {
    static let placeholder = ImagePresentation(placeholder: .dot())

    @Test func `placeholder, then the picture`() {
        var slot = SlotProbe()
        slot.begin(Self.placeholder)
        #expect(slot.log() == "look, placeholder, start")
        slot.succeed(.dot())
        #expect(slot.log() == "image, end")
        #expect(!slot.state.isLoading)
        #expect(slot.state.fraction == 1)
    }

    @Test func `a picture in memory comes without placeholder, indicator and load`() {
        var slot = SlotProbe()
        slot.memory = .hit(ImageResponse(image: .dot(), origin: .memory))
        var plan = Self.placeholder
        plan.indicatorDelay = .zero
        slot.begin(plan)
        #expect(slot.log() == "look, image, end")
        #expect(slot.started.isEmpty)
    }

    @Test func `nothing is shown until the placeholder is late enough`() {
        var slot = SlotProbe()
        var plan = Self.placeholder
        plan.placeholderMoment = .after(.milliseconds(100))
        let load = slot.begin(plan)
        #expect(slot.log() == "look, timer placeholder, start")
        slot.change { $0.fired(.placeholder, of: load) }
        #expect(slot.log() == "placeholder")
        slot.succeed(.dot())
        slot.change { $0.fired(.placeholder, of: load) }
        #expect(slot.log() == "image, end")
    }

    @Test func `a placeholder for failures is shown on failure only`() {
        var slot = SlotProbe()
        var plan = Self.placeholder
        plan.placeholderMoment = .onFailure
        slot.begin(plan)
        #expect(slot.log() == "look, start")
        slot.fail()
        #expect(slot.log() == "placeholder, end disk")
    }

    @Test func `a failure image takes the place of the placeholder`() {
        var slot = SlotProbe()
        var plan = Self.placeholder
        plan.failureImage = .dot()
        slot.begin(plan)
        slot.fail()
        #expect(slot.log() == "look, placeholder, start, failure, end disk")
    }

    @Test func `a placeholder that is there stays when the load fails`() {
        var slot = SlotProbe()
        slot.begin(Self.placeholder)
        slot.fail()
        #expect(slot.log() == "look, placeholder, start, end disk")
    }

    @Test func `nothing to load shows the placeholder and fails`() {
        var slot = SlotProbe()
        slot.begin(Self.placeholder, nil)
        #expect(slot.log() == "placeholder, end request")
        slot.change { $0.resized(to: PixelSize(width: 9, height: 9)) }
        slot.change { $0.disappeared(dropsPicture: true) }
        slot.change { $0.appeared() }
        #expect(slot.log() == "")
    }

    @Test func `a load without placeholder takes the picture of another source away`() {
        var slot = SlotProbe()
        slot.begin()
        slot.succeed(.dot())
        _ = slot.log()
        slot.begin(ImagePresentation(), "b")
        #expect(slot.log() == "look, nothing, start")
    }

    @Test func `the former picture stays until the next one, where that is wished`() {
        var slot = SlotProbe()
        slot.begin()
        slot.succeed(.dot())
        _ = slot.log()
        var plan = Self.placeholder
        plan.keepsFormerPicture = true
        slot.begin(plan, "b")
        #expect(slot.log() == "look, start")
        slot.fail()
        #expect(slot.log() == "placeholder, end disk")
    }

    @Test func `a picture loaded again stays meanwhile, and when that fails`() {
        var slot = SlotProbe()
        slot.begin(Self.placeholder)
        slot.succeed(.dot())
        _ = slot.log()
        var plan = Self.placeholder
        plan.failureImage = .dot()
        slot.begin(plan)
        slot.change { [attempt = slot.lastAttempt] in $0.previewed(attempt, .dot()) }
        #expect(slot.log() == "look, start")
        slot.fail()
        #expect(slot.log() == "end disk")
    }

    @Test func `the same picture is not set twice`() {
        var slot = SlotProbe()
        let picture = DecodedImage.dot()
        slot.begin()
        slot.succeed(picture)
        _ = slot.log()
        slot.begin(ImagePresentation(transition: .fade))
        slot.succeed(picture)
        #expect(slot.log() == "look, start, end")
    }

    @Test func `what memory has is shown while the origin is asked anew`() {
        var slot = SlotProbe()
        slot.memory = .meanwhile(ImageResponse(image: .dot(), origin: .memory))
        slot.begin(Self.placeholder)
        #expect(slot.log() == "look, image, start")
        #expect(slot.state.isLoading)
        slot.fail()
        #expect(slot.log() == "end disk")
    }

    @Test func `what the disk has is shown, then the answer of the origin`() {
        var slot = SlotProbe()
        slot.begin(Self.placeholder)
        let cached = ImageResponse(image: .dot(), origin: .disk)
        slot.change { [attempt = slot.lastAttempt] in $0.cached(attempt, cached) }
        slot.succeed(.dot())
        #expect(slot.log() == "look, placeholder, start, image, image, end")
    }

    @Test func `previews come before the picture, and stay when the rest does not come`() {
        var slot = SlotProbe()
        slot.begin(Self.placeholder)
        slot.change { [attempt = slot.lastAttempt] in $0.previewed(attempt, .dot()) }
        slot.fail()
        #expect(slot.log() == "look, placeholder, start, preview, end disk")
    }

    @Test func `a caller that sets pictures itself is only given the placeholder`() {
        var slot = SlotProbe()
        var plan = Self.placeholder
        plan.setsPicture = false
        slot.begin(plan)
        slot.change { [attempt = slot.lastAttempt] in $0.previewed(attempt, .dot()) }
        slot.succeed(.dot())
        #expect(slot.log() == "look, placeholder, start, end")
    }

    @Test func `cancelling keeps what is shown, clearing does not`() {
        var slot = SlotProbe()
        slot.begin(Self.placeholder)
        slot.change { $0.cancel() }
        #expect(slot.log() == "look, placeholder, start, cancel, end cancelled")
        slot.succeed(.dot())
        #expect(slot.log() == "")
        slot.change { $0.clear() }
        #expect(slot.log() == "nothing")
    }
}
