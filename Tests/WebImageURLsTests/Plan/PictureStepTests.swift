import Testing
import WebImageURLs

/// The lists of steps of addresses.
struct PictureStepTests {
    @Test(arguments: [
        ("rs:fit:30:20", ["size(fit:30x20,max:16777216)"]),
        (
            "sh:1/bl:2/t:10/rs:fill:30:20",
            ["trim(10)", "size(fill:30x20,max:16777216; blur(2); sharpen(1))"]
        ),
        (
            "bg:ff0000/pd:1/rs:fit:30:20/rot:90",
            ["size(fit:30x20,turn:90,pad:1:1:1:1)", "background(#ff0000)"]
        ),
        (
            "wm:0.5:noea/bg:00f/w:9",
            ["size(fit:9x,max:16777216)", "background(#0000ff)", "watermark(northeast)"]
        ),
        ("t:0", ["trim(0)", "size(fit)"]), ("q:50", []),
    ])
    func `those of imgproxy's addresses have one order`(options: String, steps: [String]) throws {
        let plan = try ImgproxyGrammar().plan(
            for: "/_/\(options)/plain/http://a.test/a.png", at: 0)
        #expect(plan.steps.map(\.description) == steps)
    }

    @Test(arguments: [
        ("blur(2)/size=fill:30x20;trim=10", ["trim(10)", "size(fill:30x20)", "blur(2)"]),
        (
            "flip(vertical);sepia(1)/background=ff0000",
            ["background(#ff0000)", "flip(vertical)", "sepia(1)"]
        ),
        ("-/-", []),
    ])
    func `those of the library's own addresses have it too`(start: String, steps: [String]) throws {
        let plan = try WebImageGrammar().plan(
            for: "/v1/-/\(start)/plain/http%3A%2F%2Fa.test%2Fa.png", at: 0)
        #expect(plan.steps.map(\.description) == steps)
    }

    @Test(arguments: [
        ("30x20", ["size(fill:30x20,enlarge)"]),
        (
            "trim/10x10:40x30/fit-in/20x20/filters:proportion(0.5):grayscale()",
            ["trim(0)", "size(fit:20x20,clip:30x20@northwest:10:10)", "scale(0.5)", "grayscale"]
        ),
        (
            "-30x20/filters:rotate(90)",
            ["size(fill:30x20,enlarge)", "flip(horizontal)", "rotate(270)"]
        ),
    ])
    func `thumbor's filters are in the order of the address`(options: String, steps: [String])
        throws
    {
        let plan = try ThumborGrammar(allowsUnsafe: true).plan(
            for: "/unsafe/\(options)/a.test/a.png", at: 0)
        #expect(plan.steps.map(\.description) == steps)
    }
}
