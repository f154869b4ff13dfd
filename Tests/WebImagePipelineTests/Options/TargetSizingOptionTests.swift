import Testing
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels

/// The options that set the rule of a picture's size, of which one is in force.
@Suite struct TargetSizingOptionTests {
    private static let general = TargetSizing(.auto, 30, 20)

    private func key(_ change: (inout ImageOptions) -> Void) -> String {
        var options = ImageOptions()
        change(&options)
        return options.spelling(of: .pixels)
    }

    @Test(arguments: [Fit.fit, .fill, .stretch])
    func `the rule of a box has the key of a target size`(fit: Fit) {
        let box = PixelSize(30, 20)
        let old = key {
            $0.targetSize = box
            $0.targetFit = fit
        }
        #expect(key { $0.targetSizing = TargetSizing(box, fit) } == old)
        #expect(
            key {
                $0.targetSizing = Self.general
                $0.targetSizing = TargetSizing(box, fit)
            } == old)
    }

    @Test func `the keys of boxes are as they were`() {
        #expect(key { $0.targetSize = PixelSize(30, 0) } == "targetsize=30x")
        #expect(
            key { $0.targetSizing = TargetSizing(.fill, 30, 20) } == "fit=fill;targetsize=30x20")
    }

    @Test func `any other rule is part of the key by its spelling`() {
        #expect(key { $0.targetSizing = Self.general } == "targetsizing=auto:30x20")
        #expect(key { $0.targetSizing = nil } == "")
    }

    @Test func `a rule is read as it was set`() {
        var options = ImageOptions()
        #expect(options.targetSizing == nil)
        for rule in [Self.general, TargetSizing(.fill, 3, 4), TargetSizing(.stretch, 0, 4)] {
            options.targetSizing = rule
            #expect(options.targetSizing == rule)
        }
        options.targetSizing = nil
        #expect(options.targetSizing == nil)
        #expect(options.targetSize == nil)
    }

    @Test func `one rule is in force`() {
        var options = ImageOptions()
        options.targetSize = PixelSize(3, 4)
        options.targetFit = .fill
        #expect(options.targetSizing == TargetSizing(.fill, 3, 4))
        options.targetSizing = Self.general
        #expect(options.targetSize == nil)
        #expect(options.targetFit == .fit)
        options.targetSize = PixelSize(5, 6)
        #expect(options.targetSizing == TargetSizing(.fit, 5, 6))
    }

    @Test func `a request's rule takes the place of that of the defaults`() {
        var defaults = ImageOptions()
        defaults.targetSizing = Self.general
        var request = ImageOptions()
        request.targetSize = PixelSize(5, 6)
        #expect(request.over(defaults).targetSizing == TargetSizing(.fit, 5, 6))
        #expect(ImageOptions().over(defaults).targetSizing == Self.general)
        request.targetSizing = nil
        #expect(request.over(defaults).targetSizing == nil)
        defaults = ImageOptions()
        defaults.targetSize = PixelSize(5, 6)
        request.targetSizing = Self.general
        #expect(request.over(defaults).targetSizing == Self.general)
        #expect(request.over(defaults).targetSize == nil)
    }

    @Test func `a rule is parsed in arguments`() {
        #expect(TargetSizing(spelling: "fit:30x,dpr:2") != nil)
        #expect(TargetSizing(spelling: "fit:30x,dpr") == nil)
    }
}
