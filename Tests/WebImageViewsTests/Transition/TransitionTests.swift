import Testing
import WebImageViews

/// Transitions as values, without a toolkit.
struct TransitionTests {
    private func frame(_ style: ImageTransition.Style, _ progress: Double) -> TransitionFrame {
        ImageTransition(style).frame(at: progress)
    }

    @Test(
        arguments: [
            (.linear, 0.25, 0.25), (.easeIn, 0.5, 0.125), (.easeOut, 0.5, 0.875),
            (.easeInOut, 0.5, 0.5), (.easeOut, 0.2, 0.488),
        ] as [(TransitionCurve, Double, Double)])
    func `a curve gives the progress at a time`(
        curve: TransitionCurve, fraction: Double, expected: Double
    ) {
        #expect(abs(curve.value(at: fraction) - expected) < 1e-9)
        #expect(curve.value(at: 0) == 0 && curve.value(at: 1) == 1)
        let values = (0...100).map { curve.value(at: Double($0) / 100) }
        #expect(values == values.sorted())
    }

    @Test func `a curve like that of CSS has its values`() {
        // ease of CSS Easing Functions, calculated with another program.
        let ease = TransitionCurve(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)
        #expect(abs(ease.value(at: 0.5) - 0.80240) < 1e-4)
        let back = TransitionCurve(x1: 0.3, y1: -1, x2: 0.7, y2: 2)
        #expect(back.value(at: 0.1) < 0 && back.value(at: 0.9) > 1)
    }

    @Test func `points that are no numbers make a curve all the same`() {
        let curve = TransitionCurve(x1: .nan, y1: .infinity, x2: -.infinity, y2: .nan)
        for step in 0...10 { #expect(curve.value(at: Double(step) / 10).isFinite) }
        #expect(curve.value(at: .nan) == 1 || curve.value(at: .nan) == 0)
    }

    @Test func `the progress follows the duration`() {
        let transition = ImageTransition(.fade, duration: .milliseconds(200), curve: .linear)
        #expect(transition.progress(after: .zero) == 0)
        #expect(abs(transition.progress(after: .milliseconds(50)) - 0.25) < 1e-9)
        #expect(transition.progress(after: .milliseconds(200)) == 1)
        #expect(transition.progress(after: .seconds(9)) == 1)
        #expect(transition.progress(after: .milliseconds(-1)) == 0)
        #expect(ImageTransition(.fade, duration: .zero).progress(after: .zero) == 1)
    }

    @Test func `a fade mixes both pictures`() {
        #expect(frame(.fade, 0.25) == TransitionFrame(mix: 0.25))
        #expect(frame(.fade, 1.5).mix == 1)
    }

    @Test(
        arguments: [
            (.leading, SIMD2(-1, 0)), (.trailing, SIMD2(1, 0)), (.top, SIMD2(0, -1)),
            (.bottom, SIMD2(0, 1)),
        ] as [(ImageTransition.Edge, SIMD2<Double>)])
    func `a slide comes from its edge, a flip turns its edge to the front`(
        edge: ImageTransition.Edge, direction: SIMD2<Double>
    ) {
        let slide = frame(.slide(from: edge), 0.25)
        #expect(slide.former == PictureLook())
        #expect(slide.current == PictureLook(offset: direction * 0.75))
        #expect(frame(.slide(from: edge), 1).current == PictureLook())

        let first = frame(.flip(from: edge), 0.25)
        #expect(first.current.isInvisible && !first.former.isInvisible)
        #expect((first.former.offset * direction).sum() > 0)
        let second = frame(.flip(from: edge), 0.75)
        #expect(second.former.isInvisible && !second.current.isInvisible)
        #expect((second.current.offset * direction).sum() < 0)
        // The side along the axis keeps its length.
        let axis = SIMD2(abs(direction.y), abs(direction.x))
        #expect((first.former.scale * axis).sum() == 1)
        #expect(frame(.flip(from: edge), 0).former == PictureLook())
        #expect(frame(.flip(from: edge), 1).current == PictureLook())
    }

    @Test func `the edges of a slide and a flip without one are the trailing ones`() {
        #expect(ImageTransition.Style.slide == .slide(from: .trailing))
        #expect(ImageTransition.Style.flip == .flip(from: .trailing))
        #expect(ImageTransition.Style.slide != .slide(from: .top))
        #expect(ImageTransition(.slide) != ImageTransition(.slide, curve: .linear))
        #expect(ImageTransition.fade == ImageTransition(.fade, duration: .milliseconds(250)))
    }

    @Test func `text from right to left mirrors`() {
        let look = PictureLook(offset: SIMD2(0.5, 0.25), columns: 0...0.25)
        let mirrored = TransitionFrame(former: look, current: look).mirrored
        #expect(mirrored.former.offset == SIMD2(-0.5, 0.25))
        #expect(mirrored.current.columns == 0.75...1)
        #expect(mirrored.mirrored == TransitionFrame(former: look, current: look))
    }

    @Test func `a style of one's own is a closure with a name`() {
        let zoom = ImageTransition.Style.custom("zoom") { progress in
            TransitionFrame(current: PictureLook(scale: SIMD2(progress, progress)))
        }
        #expect(zoom.name == "zoom")
        #expect(frame(zoom, 0.5).current.scale == SIMD2(0.5, 0.5))
        #expect(zoom == .custom("zoom") { _ in TransitionFrame() })
        #expect(zoom != .custom("wipe") { _ in TransitionFrame() })
        #expect(ImageTransition.Style.custom("fade") { _ in TransitionFrame() } != .fade)
    }

    @Test func `what a careless closure returns is bounded`() {
        let wild = ImageTransition.Style.custom("wild") { _ in
            let look = PictureLook(
                opacity: -.infinity, offset: SIMD2(.nan, .infinity),
                scale: SIMD2(-.infinity, .nan), columns: -5...0.5, rows: 2...(.infinity))
            return TransitionFrame(former: look, current: look, mix: .nan)
        }
        for progress in [0, 0.5, 1, .nan, .infinity] {
            let frame = frame(wild, progress)
            #expect(frame.mix == 1)
            #expect(frame.current.opacity == 0)
            #expect(frame.current.offset == SIMD2(0, 100))
            #expect(frame.current.scale == SIMD2(-100, 1))
            #expect(frame.current.columns == 0...0.5 && frame.current.rows == 1...1)
            #expect(frame.current.isInvisible)
        }
    }
}
