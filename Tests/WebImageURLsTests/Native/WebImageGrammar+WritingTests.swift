import Testing
import WebImageCoding
import WebImagePixels
import WebImageTransforms
import WebImageURLs

@Suite struct WebImageGrammarWritingTests {
    private let grammar = WebImageGrammar(keys: [[1, 2, 3]])

    private static func plan(
        _ source: String = "https://example.com/a.jpg",
        _ change: (inout ImagePlan) -> Void = { _ in }
    ) -> ImagePlan {
        var plan = ImagePlan(source: source)
        change(&plan)
        return plan
    }

    /// Plans of sources, shapes and colours.
    private static let pictures = [
        plan(),
        plan("local:///a/b%20c.jpg") { $0.product = .info },
        plan("http://user@example.com/ü?x=1#@%25") { $0.product = .source },
        plan { $0.trim = .trim(threshold: 20, color: .white, isEqualVertically: true) },
        plan { $0.trim = .trim() },
        plan { $0.background = RGBAColor(red: 1, green: 2, blue: 3, alpha: 4) },
        plan { plan in
            plan.sizing = TargetSizing(.fill, 300, 200)
            plan.sizing.crop = TargetSizing.Crop(0.5, 40, at: .gravity(.east, x: 1.5, y: -2))
            plan.sizing.canvas = .box(.focus(x: 0.25, y: 0.5))
            plan.sizing.pixelRatio = 1.5
        },
        plan { plan in
            let blue = RGBAColor(red: 0, green: 0, blue: 255)
            plan.transforms = [
                .resize(to: PixelSize(30, 0), fit: .fill, at: .attention),
                .crop(to: PixelSize(3, 4), x: 1),
                .rotate(degrees: 12.5),
                .roundCorners(radius: 3, corners: [.topLeft, .bottomRight]),
                .tint(blue, mode: .multiply), .pad(to: PixelSize(9, 9), color: blue),
                .brightness(-4),
                .background(.white), .trim(),
            ]
        },
    ]

    /// Plans of files and responses.
    private static let files = [
        plan { plan in
            plan.encoding.format = .jxl
            plan.encoding.quality = 1
            plan.encoding.maxByteCount = 5
            plan.encoding.stripsMetadata = true
            plan.encoding.stripsProfile = false
        },
        plan { plan in
            plan.encoding.stripsMetadata = false
            plan.encoding.dropsLocation = true
            plan.encoding.stripsProfile = true
        },
        plan { plan in
            (plan.expires, plan.maxAge, plan.isAttachment) = (1_900_000_000, 0, true)
            plan.fileName = "a;b=c/ü%2F@#?"
        },
        plan { plan in
            plan.limits.maxPixels = 1
            plan.limits.maxSourceBytes = 2
            plan.limits.maxFrames = 3
        },
    ]

    @Test(arguments: [false, true])
    func `an address is read as the plan that was written`(_ isPlain: Bool) throws {
        var reader = grammar
        reader.allowsLimits = true
        for plan in Self.pictures + Self.files {
            let address = try grammar.address(of: plan, isPlain: isPlain)
            #expect(try reader.plan(for: address, at: 0) == plan, "\(address)")
            #expect(
                try grammar.address(of: reader.plan(for: address, at: 0), isPlain: isPlain)
                    == address)
            #expect(address.utf8.allSatisfy { $0 > 32 && $0 < 127 && $0 != 35 && $0 != 63 })
        }
    }

    @Test func `an address reads well`() throws {
        var plan = ImagePlan(source: "https://example.com/a.jpg")
        plan.sizing = TargetSizing(.fill, 300, 200)
        plan.transforms = [.blur(3), .background(.white)]
        plan.encoding.format = .webp
        #expect(
            try WebImageGrammar().address(of: plan, isPlain: true)
                == "/v1/-/blur(3);background(ffffff)/size=fill:300x200/"
                + "plain/https%3A%2F%2Fexample.com%2Fa.jpg@webp")
    }

    @Test func `properties that addresses do not have are refused`() {
        func refused(_ change: (inout ImagePlan) -> Void) -> Bool {
            var plan = ImagePlan(source: "https://example.com/a.jpg")
            change(&plan)
            return (try? grammar.address(of: plan)) == nil
        }
        #expect(!refused { _ in })
        #expect(refused { $0.source = "" })
        #expect(refused { $0.source = "ftp://example.com/" })
        #expect(refused { $0.watermark = WatermarkPlan(opacity: 1) })
        #expect(refused { $0.effects = [.blur(3)] })
        #expect(refused { $0.turnsUpright = false })
        #expect(refused { $0.isAttachment = false })
        #expect(refused { $0.fileName = "" })
        #expect(refused { $0.trim = .blur(3) })
        #expect(refused { $0.encoding.quality = 101 })
        #expect(refused { $0.encoding.format = ImageFormat(rawValue: "nope") })
        #expect(refused { $0.limits.maxResultSide = 5 })
        #expect(refused { $0.transforms = [.composite("https://example.com/m.png")] })
        #expect(refused { $0.transforms = [.blur(-1)] })
        #expect(refused { $0.transforms = Array(repeating: .blur(3), count: 33) })
        #expect(refused { $0.source = "https://a/" + String(repeating: "x", count: 20_000) })
    }
}
