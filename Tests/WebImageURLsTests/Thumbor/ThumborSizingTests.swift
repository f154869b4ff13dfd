import Testing
import WebImageCoding
import WebImagePixels
import WebImageURLs

@Suite struct ThumborSizingTests {
    private func sizing(
        _ address: String, by grammar: ThumborGrammar = ThumborGrammar(allowsUnsafe: true)
    ) throws -> TargetSizing {
        try grammar.plan(for: "/unsafe/\(address)/example.com/a.jpg", at: 0).sizing
    }

    @Test(arguments: [
        ("300x200", 1000, 500, 300, 200), ("300x", 1000, 500, 300, 150),
        ("0x200", 1000, 500, 400, 200), ("2000x2000", 1000, 500, 2000, 2000),
        ("300xorig", 1000, 500, 300, 500), ("origx200", 1000, 500, 1000, 200),
        ("0x0", 1000, 500, 1000, 500), ("x", 1000, 500, 1000, 500), ("1x1", 1000, 500, 1, 1),
        ("-300x-200", 1000, 500, 300, 200), ("fit-in/333x333", 1000, 500, 333, 167),
        ("fit-in/2000x2000", 1000, 500, 1000, 500), ("fit-in/origxorig", 1000, 500, 1000, 500),
        ("fit-in/300xorig", 1000, 500, 300, 150), ("full-fit-in/100x300", 1000, 500, 600, 300),
        ("full-fit-in/2000x2000", 1000, 500, 4000, 2000),
        ("full-fit-in/100x300", 500, 1000, 150, 300), ("full-fit-in/300x", 200, 100, 300, 150),
        ("full-fit-in/300xorig", 200, 100, 300, 150), ("full-fit-in/1x1", 9999, 10, 1000, 1),
        ("adaptive-fit-in/200x300", 1000, 500, 300, 150),
        ("adaptive-fit-in/300x200", 500, 1000, 150, 300),
        ("adaptive-fit-in/90x400", 1000, 500, 180, 90),
        ("adaptive-fit-in/2000x900", 500, 1000, 500, 1000),
        ("adaptive-full-fit-in/300x200", 1000, 500, 400, 200),
        ("adaptive-full-fit-in/200x300", 1000, 500, 400, 200),
        ("10x20:110x120/50x50", 256, 256, 50, 50), ("100x100:50x50", 256, 256, 256, 256),
        ("10x20:300x200", 1000, 500, 290, 180), ("10x20:300x200/100xorig", 1000, 500, 100, 180),
        ("0x0:500x250/fit-in/100x100", 1000, 500, 100, 50),
        ("300x600/filters:no_upscale()", 1000, 500, 300, 500),
        ("2000x0/filters:no_upscale()", 1000, 500, 1000, 500),
        ("fit-in/400x400/filters:upscale()", 200, 100, 400, 200),
        ("400x200/filters:proportion(0.5)", 1000, 500, 200, 100),
        ("filters:proportion(0.5)", 1000, 500, 500, 250),
        ("filters:proportion(2)", 100, 50, 200, 100), ("filters:proportion(-1)", 100, 50, 100, 50),
        ("full-fit-in/100x300/filters:proportion(0.5)", 1000, 500, 300, 150),
        ("300x900/filters:stretch()", 1000, 500, 300, 900),
        ("300xorig/filters:stretch()", 1000, 500, 300, 500),
        ("300x900/filters:stretch():no_upscale()", 1000, 500, 300, 500),
    ])
    func `a picture gets the size of thumbor`(
        _ address: String, _ width: Int, _ height: Int, _ expectedWidth: Int, _ expectedHeight: Int
    ) throws {
        let plan = try sizing(address).plan(for: PixelSize(width, height))
        #expect(plan.canvas == PixelSize(expectedWidth, expectedHeight))
    }

    @Test(arguments: [
        ("300x900/filters:stretch()", "exact:300x900,enlarge"),
        ("300x900/smart", "fill:300x900,enlarge,at:smart"),
        ("300x900/left/top/filters:no_upscale()", "fill:300x900,at:northwest"),
        ("300x900/right/middle", "fill:300x900,enlarge,at:east"),
        ("300x900/center/bottom", "fill:300x900,enlarge,at:south"),
        ("10x20:110x120/fit-in/50x50", "fit:50x50,crop:100x100@northwest:10:20"),
        ("adaptive-fit-in/50x60", "fit:50x60,adapt"), ("adaptive-fit-in/50x", "fit:50x"),
    ])
    func `a rule is spelled`(_ address: String, _ spelling: String) throws {
        #expect(try sizing(address).spelling == spelling)
    }

    @Test func `bounds hold for sides that are written, and for products of them`() throws {
        var grammar = ThumborGrammar(allowsUnsafe: true)
        (grammar.maxWidth, grammar.maxHeight) = (300, 200)
        for (address, expected) in [
            ("500x400", PixelSize(300, 200)), ("200x100", PixelSize(200, 100)),
            ("x400", PixelSize(400, 200)), ("0x0", PixelSize(300, 150)),
            ("300x100/filters:proportion(1000)", PixelSize(300, 100)),
            ("filters:proportion(1000)", PixelSize(300, 150)),
            ("300xorig/filters:proportion(1000)", PixelSize(300, 500)),
            ("full-fit-in/300x100/filters:proportion(1000)", PixelSize(300, 150)),
        ] {
            let plan = try sizing(address, by: grammar).plan(for: PixelSize(1000, 500))
            #expect(plan.canvas == expected, "\(address)")
        }
    }

    @Test func `numbers beyond all sides are the longest one`() throws {
        let digits = String(repeating: "9", count: 5000)
        #expect(try sizing("\(digits)x1").width == 1 << 24)
        let crop = try #require(try sizing("1x1:\(digits)x\(digits)").crop)
        #expect(crop.width == Double(1 << 24 - 1))
        for factor in ["1e308", "1e999", "nan", "inf", "0x10", "1e-300", digits] {
            let plan = try sizing("300x200/filters:proportion(\(factor))")
                .plan(for: PixelSize(1000, 500))
            #expect(plan.canvas.width >= 1, "\(factor)")
        }
    }
}
