import TestSupport
import Testing
import WebImagePixels
import WebImageSizing

/// Rules as texts.
@Suite struct TargetSizingSpellingTests {
    @Test(
        arguments: [
            "fit", "fit:300x200", "fill:300x", "fill-down:x200", "exact:1x1", "stretch:2x3",
            "auto:9x9",
            "fit:300x200,min:10x", "fit,max:1000", "fit,zoom:2", "fit,zoom:2x0.5", "fit,dpr:1.5",
            "fit,enlarge", "fit:3x4,adapt", "fit,turn:90", "fit,turn:270,mirror", "fit,mirror",
            "fit,crop:x", "fit,clip:10x20@northwest:5:-6",
            "fit,crop:0.5x100.5@focus:0.25:1", "fit,crop:10x", "fill:3x3,at:north:-10:0.25",
            "fill:3x3,at:smart", "fit:9x9,extend", "fit:9x9,extend:southwest",
            "fit:9x9,extend-ratio:east:1:2", "fit,pad:1:0:3:4",
            "fill:300x200,min:1x2,max:3,zoom:4x5,dpr:6,enlarge,adapt,turn:180,mirror,"
                + "crop:7x8@smart,at:west,extend:east,pad:1:2:3:4",
        ])
    func `a spelling is read and written again`(text: String) throws {
        #expect(try TargetSizing(text).spelling == text)
    }

    @Test(
        arguments: [
            ("fit,dpr:1", "fit"), ("fit,zoom:3x3.0", "fit,zoom:3"), ("fit,at:center", "fit"),
            ("fit,extend:center:0:0", "fit,extend"), ("fit,enlarge,dpr:2", "fit,dpr:2,enlarge"),
            ("fit,mirror,turn:90", "fit,turn:90,mirror"), ("fit,crop:5e-1x", "fit,crop:0.5x"),
            ("fit,pad:0:0:0:0", "fit"), ("fit:007x", "fit:7x"),
        ])
    func `other spellings of a rule are read too`(text: String, spelling: String) throws {
        #expect(try TargetSizing(text).spelling == spelling)
    }

    @Test(
        arguments: [
            ("", "size: expected one of fit, fill, fill-down, exact, stretch, auto, found nothing"),
            (
                "cover:3x3",
                "size: expected one of fit, fill, fill-down, exact, stretch, auto, found 'cover'"
            ),
            ("fit:3", "size: fit: expected a size such as 300x200, 300x or x200, found '3'"),
            ("fit:x", "size: fit: expected a size such as 300x200, 300x or x200, found 'x'"),
            ("fit:-3x3", "size: fit: expected a size such as 300x200, 300x or x200, found '-3x3'"),
            (
                "fit:16777217x",
                "size: fit: expected a size such as 300x200, 300x or x200, found '16777217x'"
            ),
            ("fit,dpr:0", "size: dpr: expected a number above 0, such as 2 or 1.5, found '0'"),
            ("fit,dpr", "size: dpr: expected a number above 0, such as 2 or 1.5, found nothing"),
            ("fit,dpr:2,dpr:2", "size: dpr: expected it once, found 'dpr:2'"),
            (
                "fit,zoom:nan",
                "size: zoom: expected a number above 0, such as 2 or 1.5, found 'nan'"
            ),
            ("fit,turn:45", "size: turn: expected 90, 180 or 270, found '45'"),
            ("fit,enlarge:1", "size: enlarge: expected no value, found '1'"),
            ("fit,adapt:1", "size: adapt: expected no value, found '1'"),
            (
                "fit,extend,extend-ratio",
                "size: extend-ratio: expected one of extend and extend-ratio, found 'both'"
            ),
            (
                "fit,pad:1:2",
                "size: pad: expected four numbers of pixels, as in pad:10:20:10:20, found '1:2'"
            ),
            (
                "fit,at:up",
                "size: at: expected a position such as north, east:10:0.25 or focus:0.5:0.3, or smart, found 'up'"
            ),
            (
                "fit,crop:0x5",
                "size: crop: expected a size such as 300x200 or 0.5x0.5, and @ with a position, found '0x5'"
            ),
            (
                "fit,blur:3",
                "size: expected min, max, zoom, dpr, enlarge, adapt, filter, turn, mirror, crop, clip, at, "
                    + "extend, extend-ratio or pad, "
                    + "found 'blur'"
            ),
        ])
    func `an error names the part, and what was expected and found`(text: String, message: String) {
        #expect { try TargetSizing(text) } throws: { "\($0)" == message }
    }

    @Test func `different rules have different spellings, and are read as they were`() {
        var random = SplitMix(state: 35)
        var faults = Faults()
        var known: [String: TargetSizing] = [:]
        for _ in 0..<5000 {
            let rule = TargetSizing.random(using: &random)
            let spelling = rule.spelling
            if let other = known.updateValue(rule, forKey: spelling) {
                faults.expect(other == rule, spelling)
            }
            faults.expect((try? TargetSizing(spelling)) == rule, spelling)
        }
        #expect(faults.texts == [])
    }

    @Test func `numbers without sense are spelled as those that they count as`() {
        var rule = TargetSizing(.exact, -5, .max)
        (rule.zoomX, rule.pixelRatio, rule.maxSide) = (.nan, -1, .min)
        rule.crop = .init(.nan, .infinity)
        rule.position = .focus(x: .nan, y: -.infinity)
        rule.padding = .init(top: -1, left: 3)
        let text = "exact:x16777216,crop:x16777216,at:focus:0:-16777216,pad:0:0:0:3"
        #expect(rule.spelling == text)
    }

    @Test func `any text is read or refused`() {
        var random = SplitMix(state: 7)
        var faults = Faults()
        let pieces = [
            "fit", "fill", ",", ":", "x", "@", "crop", "at", "9", "0.5", "-", "dpr", "é", "e9",
            "north",
        ]
        for _ in 0..<5000 {
            let count = Int.random(in: 0...12, using: &random)
            let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            guard let rule = try? TargetSizing(text) else { continue }
            faults.expect((try? TargetSizing(rule.spelling)) == rule, text)
        }
        #expect(faults.texts == [])
    }
}
