import Testing
import WebImagePixels
import WebImageSizing

/// The geometry of pictures by a rule, step by step.
@Suite struct TargetSizingTests {
    /// A rule by its spelling, the source, and the size of the result.
    struct Row: Sendable, CustomTestStringConvertible {
        let rule: String
        let source: PixelSize
        let result: PixelSize
        var testDescription: String { "\(rule) of \(source)" }

        init(_ rule: String, _ source: (Int, Int), _ result: (Int, Int)) {
            self.rule = rule
            self.source = PixelSize(source.0, source.1)
            self.result = PixelSize(result.0, result.1)
        }
    }

    static let rows = [
        // The modes; a free side follows from the other one.
        Row("fit", (640, 400), (640, 400)), Row("fit:320x320", (640, 400), (320, 200)),
        Row("fit:160x", (640, 400), (160, 100)), Row("fit:x100", (640, 400), (160, 100)),
        Row("fill:300x300", (640, 400), (300, 300)), Row("fill:x300", (640, 400), (480, 300)),
        Row("exact:300x300", (640, 400), (300, 300)), Row("exact:300x", (640, 400), (300, 400)),
        Row("stretch:300x300", (640, 400), (300, 300)),
        Row("auto:320x100", (640, 400), (320, 100)), Row("auto:100x320", (640, 400), (100, 63)),
        Row("auto:100x320", (400, 640), (100, 320)), Row("auto:100x100", (640, 400), (100, 100)),
        // Nothing is enlarged unless it is asked.
        Row("fit:900x900", (640, 400), (640, 400)), Row("fill:900x300", (640, 400), (640, 300)),
        Row("exact:1280x200", (640, 400), (640, 100)),
        Row("stretch:1280x200", (640, 400), (640, 200)),
        Row("fit:900x900,enlarge", (640, 400), (900, 563)),
        Row("fill:900x300,enlarge", (640, 400), (900, 300)),
        Row("exact:1280x200,enlarge", (640, 400), (1280, 200)),
        // A small picture is cut to the aspect ratio of the box.
        Row("fill-down:1280x1280", (640, 400), (400, 400)),
        Row("fill-down:1280x400", (640, 400), (640, 200)),
        Row("fill-down:320x320", (640, 400), (320, 320)),
        Row("fill-down:1280x1280,enlarge", (640, 400), (1280, 1280)),
        // Zoom and pixel ratio; the ratio is cut to the pixels that there are.
        Row("fit:100x100,zoom:2", (640, 400), (200, 125)),
        Row("exact:100x100,zoom:2x0.5", (640, 400), (200, 50)),
        Row("fit:200x200,dpr:2", (640, 400), (400, 250)),
        Row("fit:200x200,dpr:9", (640, 400), (640, 400)),
        Row("fit:200x200,dpr:9,enlarge", (640, 400), (1800, 1125)),
        Row("fit:1280x1280,dpr:0.5", (640, 400), (640, 400)),
        Row("fit:1280x1280,dpr:0.5,extend", (640, 400), (640, 640)),
        // The least width and height, whose surplus is cut.
        Row("fit:64x64,min:128x", (640, 400), (64, 64)),
        Row("fit:64x64,min:x200", (640, 400), (64, 64)),
        Row("fit,min:1280x", (640, 400), (1280, 800)),
        Row("fit:x40,min:128x", (640, 400), (128, 40)),
        // A crop before scaling: pixels, shares, whole sides.
        Row("fit,crop:100x50", (640, 400), (100, 50)), Row("fit,crop:0.5x", (640, 400), (320, 400)),
        Row("fit,crop:99.9x0.0001", (640, 400), (99, 1)),
        Row("fit,clip:400x300@northwest:440:200", (640, 400), (200, 200)),
        Row("fit,clip:400x300@northwest:-100:-200", (640, 400), (300, 100)),
        Row("fit,clip:100x100@southeast:-50:0", (640, 400), (50, 100)),
        Row("fit,clip:900x900@center", (640, 400), (640, 400)),
        Row("fit,clip:10x10@northwest:640:0", (640, 400), (640, 400)),
        Row("fit,crop:9999x9999", (640, 400), (640, 400)),
        Row("fit:50x50,crop:400x200", (640, 400), (50, 25)),
        Row("fit:640x,crop:0.5x0.5", (640, 400), (320, 200)),
        Row("fit:640x,crop:0.5x0.5,enlarge", (640, 400), (640, 400)),
        // Canvas and padding.
        Row("fit:800x600,extend", (640, 400), (800, 600)),
        Row("fit:800x,extend", (640, 400), (800, 400)),
        Row("fit:320x320,extend-ratio", (640, 400), (320, 320)),
        Row("fit:1280x1280,extend-ratio", (640, 400), (640, 640)),
        Row("fit:100x320,extend-ratio", (640, 400), (100, 320)),
        Row("fit:320x,extend-ratio", (640, 400), (320, 200)),
        Row("fit:320x320,pad:1:2:3:4", (640, 400), (326, 204)),
        Row("fit:64x,dpr:2,pad:5:0:0:0", (640, 400), (128, 90)),
        Row("fit,dpr:4,pad:5:0:0:0", (640, 400), (640, 405)),
        Row("fit:64x64,dpr:0.5,pad:5:5:5:5", (640, 400), (36, 24)),
        // The longest side, with canvas and padding.
        Row("fit,max:320", (640, 400), (320, 200)), Row("fit:200x,max:320", (640, 400), (200, 125)),
        Row("fit:300x300,max:150,extend", (640, 400), (150, 150)),
        Row("fit,max:330,pad:10:10:10:10", (640, 400), (330, 210)),
        // Sides that change places.
        Row("fit:100x300,adapt", (640, 400), (160, 100)),
        Row("fit:100x300,adapt", (400, 640), (100, 160)),
        Row("fit:300x100,adapt", (400, 640), (100, 160)),
        Row("fit:300x100,adapt", (400, 400), (100, 100)),
        Row("fit:300x,adapt", (400, 640), (300, 480)),
        Row("fill:300x100,adapt", (400, 640), (100, 300)),
        Row("fit:300x100,adapt,extend", (400, 640), (100, 300)),
        Row("fit:300x100,adapt,crop:640x40", (640, 400), (300, 19)),
        Row("fit:300x100,adapt,crop:40x", (640, 400), (30, 300)),
        Row("fit,zoom:0.000001,min:300x200,adapt", (500, 1000), (200, 400)),
        // The turned picture.
        Row("fit:100x200,turn:90", (640, 400), (100, 160)),
        Row("fill:100x200,turn:270,mirror", (640, 400), (100, 200)),
        Row("fit:100x,turn:180", (640, 400), (100, 63)),
        // Never less than a pixel.
        Row("fit:1x1000", (4000, 3), (1, 1)), Row("fit:10x10", (1, 1), (1, 1)),
    ]

    @Test(arguments: rows)
    func `a rule gives the size of the result`(row: Row) throws {
        let plan = try TargetSizing(row.rule).plan(for: row.source)
        #expect(plan.canvas == row.result)
    }

    @Test func `a vector drawing is enlarged`() throws {
        let source = PixelSize(40, 20)
        let rule = try TargetSizing("fit:400x400,dpr:2")
        #expect(rule.plan(for: source, isVector: true).canvas == PixelSize(800, 400))
        #expect(rule.plan(for: source).canvas == source)
    }

    @Test(
        arguments: [
            ("fit,crop:100x50", 270, 176), ("fit,crop:100x50,at:west", 0, 176),
            ("fit,crop:100x50@southeast,at:west", 540, 350),
            // The pixel ratio counts for the crop of the result only.
            ("fit,crop:100x50@northwest:10:0.1,dpr:2", 10, 40),
            ("fit,crop:100x50@focus:0.25:0.5", 110, 175),
        ])
    func `a crop has its own position or that of the result`(
        _ rule: String, _ x: Int, _ y: Int
    ) throws {
        let crop = try TargetSizing(rule).plan(for: PixelSize(640, 400)).crop
        #expect(crop == PixelRect(x: x, y: y, size: PixelSize(100, 50)))
    }

    @Test(
        arguments: [
            ("fill:100x100,at:west", 0, 0), ("fill:100x100,at:east:5:0", 55, 0),
            ("fill:100x100,dpr:2,at:east:5:0", 110, 0), ("fill:100x100,at:focus:0.25:0", 0, 0),
            ("fill:100x100", 30, 0),
        ])
    func `the part of the result has a position`(_ rule: String, _ x: Int, _ y: Int) throws {
        let kept = try TargetSizing(rule).plan(for: PixelSize(640, 400)).kept
        #expect((kept.x, kept.y) == (x, y))
    }

    @Test(
        arguments: [
            ("fit:100x100,extend", 0, 19), ("fit:100x100,extend:south", 0, 37),
            ("fit:100x100,extend:north:0:4,dpr:2", 0, 8),
            ("fit:100x100,extend:north,pad:3:0:0:7", 7, 3), ("fit:50x,pad:1:1:1:1,dpr:2", 2, 2),
            ("fit:100x100,extend-ratio:northwest", 0, 0),
        ])
    func `the picture has a place on the canvas`(_ rule: String, _ x: Int, _ y: Int) throws {
        let place = try TargetSizing(rule).plan(for: PixelSize(640, 400)).place
        #expect((place.x, place.y) == (x, y))
    }

    @Test(arguments: [Fit.fit, .fill, .stretch])
    func `the rule of a box alone is that of a downsampling`(fit: Fit) throws {
        for box in [PixelSize(99, 100), PixelSize(300, 0), PixelSize(7, 900)] {
            let sizing = TargetSizing(box, fit)
            let downsampling = Downsampling(box: box, fit: fit)
            #expect(Downsampling(sizing) == downsampling)
            #expect(downsampling.sizing == sizing)
            let plan = sizing.plan(for: PixelSize(640, 400))
            #expect(plan.scaled == downsampling.scaledSize(of: PixelSize(640, 400)))
        }
    }
}
