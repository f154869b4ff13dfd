import Testing
import WebImageCoding
import WebImagePixels
import WebImageTransforms
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

    /// Sizes of thumbor 7.8.
    @Test(arguments: [
        ("400x200/filters:proportion(0.5)", 1000, 500, 200, 100),
        ("filters:proportion(0.5)", 1000, 500, 500, 250),
        ("300x/filters:proportion(0.33)", 1000, 500, 99, 49),
        ("61x40/filters:proportion(0.5)", 1000, 500, 30, 20),
        ("fit-in/1200x900/filters:proportion(0.5)", 1000, 500, 500, 250),
        ("fit-in/1200x900/filters:proportion(0.33)", 1000, 500, 330, 165),
        ("full-fit-in/100x300/filters:proportion(0.5)", 1000, 500, 300, 150),
        ("filters:proportion(0.5):proportion(0.5)", 1000, 500, 250, 125),
        ("filters:proportion(2)", 100, 50, 100, 50), ("filters:proportion(-1)", 100, 50, 100, 50),
        ("filters:proportion(1)", 100, 50, 100, 50),
    ])
    func `a proportion is that of the picture in its size`(
        _ address: String, _ width: Int, _ height: Int, _ expectedWidth: Int, _ expectedHeight: Int
    ) throws {
        let plan = try ThumborGrammar(allowsUnsafe: true)
            .plan(for: "/unsafe/\(address)/example.com/a.jpg", at: 0)
        let size = plan.transforms.reduce(plan.sizing.plan(for: PixelSize(width, height)).canvas) {
            $1.resultSize(of: $0)
        }
        #expect(size == PixelSize(expectedWidth, expectedHeight))
    }

    @Test(arguments: [
        ("900x400:1100x600", 1000, 500, 100, 100), ("0x0:5000x5000/50x", 1000, 500, 50, 25),
        ("900x400:1100x600", 333, 777, 333, 777), ("900x400:1100x600/50x", 333, 777, 50, 117),
        ("900x400:1100x600/fit-in/90x90", 333, 777, 39, 90),
        ("40x30:100x50", 61, 40, 21, 10),
    ])
    func `an area beyond the source is cut`(
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
        ("10x20:110x120/fit-in/50x50", "fit:50x50,clip:100x100@northwest:10:20"),
        ("adaptive-fit-in/50x60", "fit:50x60,adapt"), ("adaptive-fit-in/50x", "fit:50x"),
    ])
    func `a rule is spelled`(_ address: String, _ spelling: String) throws {
        #expect(try sizing(address).spelling == spelling)
    }

    @Test func `bounds hold for sides that are written`() throws {
        var grammar = ThumborGrammar(allowsUnsafe: true)
        (grammar.maxWidth, grammar.maxHeight) = (300, 200)
        for (address, expected) in [
            ("500x400", PixelSize(300, 200)), ("200x100", PixelSize(200, 100)),
            ("x400", PixelSize(400, 200)), ("0x0", PixelSize(300, 150)),
            ("300xorig", PixelSize(300, 500)), ("full-fit-in/300x100", PixelSize(300, 150)),
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
            let plan = try ThumborGrammar(allowsUnsafe: true).plan(
                for: "/unsafe/filters:proportion(\(factor))/example.com/a.jpg", at: 0)
            let sizes = plan.transforms.map { $0.resultSize(of: PixelSize(1000, 500)) }
            #expect(sizes.allSatisfy { $0.width >= 1 && $0.height >= 1 }, "\(factor)")
        }
    }
}
