import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageRuntime
import WebImageViews

/// Indicators and transitions.
struct IndicatorTests {
    @Test func `an indicator is shown at once, follows the bytes and goes with the picture`() {
        var slot = SlotProbe()
        slot.begin(ImagePresentation(indicatorDelay: .zero))
        #expect(slot.log() == "look, indicator busy, start")
        for received in [1, 3, 2, 9] {
            slot.change { [attempt = slot.lastAttempt] in
                $0.progressed(
                    attempt, LoadProgress(receivedByteCount: received, expectedByteCount: 4))
            }
        }
        #expect(
            slot.log()
                == "indicator fraction(0.25), indicator fraction(0.75), indicator fraction(1.0)")
        slot.succeed(.dot())
        #expect(slot.log() == "indicator hidden, image, end")
    }

    @Test func `an indicator with a delay is not shown for a quick load`() {
        var slot = SlotProbe()
        let load = slot.begin(ImagePresentation(indicatorDelay: .milliseconds(200)))
        #expect(slot.log() == "look, timer indicator, start")
        slot.succeed(.dot())
        slot.change { $0.fired(.indicator, of: load) }
        #expect(slot.log() == "image, end")
    }

    @Test func `no indicator stands over a complete picture that is renewed`() {
        var slot = SlotProbe()
        slot.memory = .meanwhile(ImageResponse(image: .dot(), origin: .memory))
        slot.begin(ImagePresentation(indicatorDelay: .zero))
        #expect(slot.log() == "look, image, start")
        slot.memory = .miss
        let load = slot.begin(ImagePresentation(indicatorDelay: .zero), "b")
        #expect(slot.log().hasSuffix("indicator busy, start"))
        slot.change { [attempt = slot.lastAttempt] in
            $0.cached(attempt, ImageResponse(image: .dot(), origin: .disk))
        }
        #expect(slot.log() == "image, indicator hidden")
        slot.change { $0.fired(.indicator, of: load) }
        #expect(slot.log() == "")
    }

    @Test func `an indicator that comes late says how far the load is`() {
        var slot = SlotProbe()
        let load = slot.begin(ImagePresentation(indicatorDelay: .milliseconds(200)))
        slot.change { [attempt = slot.lastAttempt] in
            $0.progressed(attempt, LoadProgress(receivedByteCount: 1, expectedByteCount: 2))
        }
        _ = slot.log()
        slot.change { $0.fired(.indicator, of: load) }
        #expect(slot.log() == "indicator fraction(0.5)")
    }

    @Test func `a load that replaces another one has the one indicator, without a flicker`() {
        var slot = SlotProbe()
        slot.begin(ImagePresentation(indicatorDelay: .zero))
        _ = slot.log()
        slot.begin(ImagePresentation(indicatorDelay: .zero), "b")
        #expect(slot.log() == "cancel, end cancelled, look, start")
        slot.begin(ImagePresentation(), "c")
        #expect(slot.log() == "cancel, end cancelled, indicator hidden, look, start")
    }

    @Test func `without a length the indicator stays busy`() {
        var slot = SlotProbe()
        slot.begin(ImagePresentation(indicatorDelay: .zero))
        _ = slot.log()
        slot.change { [attempt = slot.lastAttempt] in
            $0.progressed(attempt, LoadProgress(receivedByteCount: 1, expectedByteCount: nil))
        }
        #expect(slot.log() == "")
        #expect(slot.state.fraction == nil)
    }

    @Test(
        arguments: [
            (TransitionRule.whenWaited, ImageOrigin.memory, false),
            (.whenWaited, .disk, true), (.whenWaited, .file, true), (.whenWaited, .network, true),
            (.fromNetwork, .memory, false), (.fromNetwork, .disk, false),
            (.fromNetwork, .file, false), (.fromNetwork, .network, true),
            (.always, .memory, true), (.always, .disk, true), (.always, .file, true),
            (.always, .network, true),
        ])
    func `a transition depends on where the picture came from`(
        rule: TransitionRule, origin: ImageOrigin, has: Bool
    ) {
        var plan = ImagePresentation(placeholder: .dot(), transition: .fade)
        plan.transitionRule = rule
        var slot = SlotProbe()
        if origin == .memory {
            slot.memory = .hit(ImageResponse(image: .dot(), origin: .memory))
        }
        slot.begin(plan)
        if origin != .memory { slot.succeed(.dot(), from: origin) }
        #expect(slot.log().contains(has ? "image by fade, end" : "image, end"))
    }

    @Test func `a load may wait for its transition`() {
        var plan = ImagePresentation(transition: .fade)
        plan.waitsForTransition = true
        var slot = SlotProbe()
        let load = slot.begin(plan)
        slot.succeed(.dot())
        #expect(slot.log() == "look, start, image by fade, timer transition")
        #expect(slot.state.isLoading)
        slot.change { $0.fired(.transition, of: load) }
        slot.change { $0.fired(.transition, of: load) }
        #expect(slot.log() == "end")
    }

    @Test func `a load that is cancelled during its transition is cancelled`() {
        var plan = ImagePresentation(transition: .fade)
        plan.waitsForTransition = true
        var slot = SlotProbe()
        let load = slot.begin(plan)
        slot.succeed(.dot())
        _ = slot.log()
        slot.change { $0.cancel() }
        slot.change { $0.fired(.transition, of: load) }
        #expect(slot.log() == "end cancelled")
    }
}
