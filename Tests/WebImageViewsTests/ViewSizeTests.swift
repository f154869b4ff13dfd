import Testing
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageViews

/// Loads that follow the size of the view, and views that appear and disappear.
struct ViewSizeTests {
    static let following: ImagePresentation = {
        var plan = ImagePresentation(placeholder: .dot())
        plan.followsViewSize = true
        return plan
    }()

    private static func size(_ side: Int) -> PixelSize { PixelSize(width: side, height: side) }

    @Test func `a load waits for the size of the view, the placeholder does not`() {
        var slot = SlotProbe()
        slot.begin(Self.following)
        #expect(slot.log() == "placeholder")
        slot.change { $0.resized(to: PixelSize(width: 0, height: 9)) }
        #expect(slot.log() == "")
        slot.change { $0.resized(to: Self.size(100)) }
        #expect(slot.log() == "look 100x100, start")
    }

    @Test func `a view that has grown gets a larger picture, and keeps the smaller one till then`()
    {
        var slot = SlotProbe()
        slot.change { $0.resized(to: Self.size(100)) }
        let load = slot.begin(Self.following)
        slot.succeed(.reduced(100))
        _ = slot.log()
        slot.change { $0.resized(to: Self.size(150)) }
        slot.change { $0.resized(to: Self.size(200)) }
        #expect(slot.log() == "timer growth, timer growth")
        slot.change { $0.fired(.growth, of: load) }
        #expect(slot.log() == "look 200x200, start")
        slot.succeed(.reduced(200))
        #expect(slot.log() == "image")
    }

    @Test func `a view that shrinks, or grows back, keeps its picture`() {
        var slot = SlotProbe()
        slot.change { $0.resized(to: Self.size(100)) }
        let load = slot.begin(Self.following)
        slot.succeed(.reduced(100))
        _ = slot.log()
        for side in [50, 100, 20] { slot.change { $0.resized(to: Self.size(side)) } }
        slot.change { $0.fired(.growth, of: load) }
        #expect(slot.log() == "")
    }

    @Test func `a view that grows for a moment only loads nothing`() {
        var slot = SlotProbe()
        slot.change { $0.resized(to: Self.size(100)) }
        let load = slot.begin(Self.following)
        slot.succeed(.reduced(100))
        slot.change { $0.resized(to: Self.size(150)) }
        slot.change { $0.resized(to: Self.size(90)) }
        _ = slot.log()
        slot.change { $0.fired(.growth, of: load) }
        #expect(slot.log() == "")
    }

    @Test func `a picture that has all its pixels is not loaded again`() {
        var slot = SlotProbe()
        slot.change { $0.resized(to: Self.size(100)) }
        slot.begin(Self.following)
        slot.succeed(.dot(60))
        _ = slot.log()
        slot.change { $0.resized(to: Self.size(500)) }
        #expect(slot.log() == "")
    }

    @Test func `a view that grows while it loads ends its load once`() {
        var slot = SlotProbe()
        slot.change { $0.resized(to: Self.size(100)) }
        let load = slot.begin(Self.following)
        let small = slot.lastAttempt
        slot.change { $0.resized(to: Self.size(200)) }
        slot.change { $0.fired(.growth, of: load) }
        _ = slot.log()
        slot.succeed(.reduced(100), attempt: small)
        slot.succeed(.reduced(200))
        #expect(slot.log() == "image, end")
    }

    @Test func `a larger picture that does not come leaves the smaller one`() {
        var slot = SlotProbe()
        slot.change { $0.resized(to: Self.size(100)) }
        let load = slot.begin(Self.following)
        slot.succeed(.reduced(100))
        slot.change { $0.resized(to: Self.size(200)) }
        slot.change { $0.fired(.growth, of: load) }
        _ = slot.log()
        slot.fail()
        #expect(slot.log() == "")
    }

    @Test func `a view out of sight loads nothing, and goes on when it is back`() {
        var slot = SlotProbe()
        slot.begin(ImagePresentation(placeholder: .dot(), indicatorDelay: .zero))
        _ = slot.log()
        slot.change { $0.disappeared(dropsPicture: true) }
        #expect(slot.log() == "cancel, indicator hidden")
        slot.change { $0.appeared() }
        #expect(slot.log() == "look, indicator busy, start")
        slot.succeed(.dot())
        #expect(slot.log() == "indicator hidden, image, end")
    }

    @Test func `a load for a view out of sight waits`() {
        var slot = SlotProbe()
        slot.change { $0.disappeared(dropsPicture: false) }
        slot.begin(ImagePresentation(placeholder: .dot(), indicatorDelay: .zero))
        #expect(slot.log() == "placeholder")
        slot.change { $0.appeared() }
        #expect(slot.log() == "look, indicator busy, start")
    }

    @Test func `a picture dropped out of sight comes back from memory`() {
        var slot = SlotProbe()
        slot.begin()
        slot.succeed(.dot())
        _ = slot.log()
        slot.change { $0.disappeared(dropsPicture: true) }
        #expect(slot.log() == "nothing")
        slot.memory = .hit(ImageResponse(image: .dot(), origin: .memory))
        slot.change { $0.appeared() }
        #expect(slot.log() == "look, image")
    }

    @Test func `a picture kept out of sight is not loaded again`() {
        var slot = SlotProbe()
        slot.begin()
        slot.succeed(.dot())
        _ = slot.log()
        slot.change { $0.disappeared(dropsPicture: false) }
        slot.change { $0.appeared() }
        #expect(slot.log() == "")
    }
}
