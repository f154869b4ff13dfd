import Testing
import WebImageCoding
import WebImagePixels
import WebImageTransforms
import WebImageURLs

@Suite struct ThumborEffectsTests {
    private let grammar = ThumborGrammar(allowsUnsafe: true)

    private func plan(_ filters: String, size: String = "300x200") throws -> ImagePlan {
        try grammar.plan(for: "/unsafe/\(size)/filters:\(filters)/example.com/a.jpg", at: 0)
    }

    @Test(arguments: [
        ("blur(4)", "blur(4)"), ("blur(4,2)", "blur(2)"), ("blur(4,%202.5)", "blur(2.5)"),
        ("blur(1,900)", "blur(1)"), ("blur(9999)", "blur(150)"), ("blur(x)", ""),
        ("sharpen(2,1.5,true)", "sharpen(1.5)"), ("brightness(40)", "brightness(102)"),
        ("brightness(-1000)", "brightness(-255)"), ("contrast(20)", "contrast(1.44)"),
        ("contrast(-100)", "contrast(0)"), ("saturation(0.2)", "saturation(0.2)"),
        ("grayscale()", "grayscale"), ("grayscale():rotate(90)", "grayscale/rotate(270)"),
        ("rotate(-90)", "rotate(90)"), ("rotate(45)", ""), ("rotate(180)", "rotate(180)"),
        ("round_corner(20,255,255,255)", "roundcorners(20)/background(#ffffff)"),
        ("round_corner(20|10,255,0,0,0)", "roundcorners(20)/background(#ff0000)"),
        ("round_corner(20,255,255,255,1)", "roundcorners(20)"),
        ("background_color(blue)", "background(#0000ff)"),
        ("background_color(0f08)", "background(#00ff0088)"), ("background_color(nope)", ""),
        ("fill(red)", "pad(300x200,#ff0000)"), ("fill(AABBCC,true)", "pad(300x200,#aabbcc)"),
        ("fill(transparent)", "pad(300x200,#00000000)"), ("fill(blur)", "pad(300x200,#00000000)"),
        ("nosuchfilter(1):blur(3):()", "blur(3)"), ("blur%283%29)", ""),
    ])
    func `filters are transforms`(_ filters: String, _ spelling: String) throws {
        #expect(Vocabulary.write(chain: try plan(filters).transforms) == spelling)
    }

    @Test func `mirroring comes before filters`() throws {
        let plan = try plan("blur(3)", size: "-300x-200")
        #expect(plan.transforms == [.flip(.horizontal), .flip(.vertical), .blur(3)])
    }

    @Test func `a canvas holds what fits in, and is cut where a picture covers it`() throws {
        let whole = try plan("fill(red,true)", size: "0x0")
        #expect(whole.transforms == [.background(RGBAColor(red: 255, green: 0, blue: 0))])
        #expect(try plan("fill(red)", size: "0x0").transforms == [])
        let white = RGBAColor.white
        #expect(
            try plan("fill(white)", size: "full-fit-in/30x20").transforms
                == [
                    .crop(to: PixelSize(30, 20), at: .center),
                    .pad(to: PixelSize(30, 20), color: white),
                ])
        let adaptive = try plan("fill(white)", size: "adaptive-fit-in/30x20")
        #expect(adaptive.transforms == [.background(white)])
        #expect(adaptive.sizing.plan(for: PixelSize(50, 100)).canvas == PixelSize(20, 30))
    }

    @Test func `filters of files are properties of encoding`() throws {
        let plan = try plan(
            "quality(40):format(WebP):max_bytes(30000):strip_exif():strip_icc():max_age(60):cover()"
        )
        #expect(plan.encoding.quality == 40)
        #expect(plan.encoding.format == .webp)
        #expect(plan.encoding.maxByteCount == 30_000)
        #expect(plan.encoding.stripsMetadata == true)
        #expect(plan.encoding.stripsProfile == true)
        #expect(plan.maxAge == 60)
        #expect(plan.limits.maxFrames == 1)
        #expect(plan.transforms == [])
    }

    @Test func `arguments of another form leave filters out`() throws {
        let plan = try plan(
            "quality(x):format(bmp):max_bytes(-1):max_age(99999999999999999999):quality(1e2)")
        #expect(plan.encoding.quality == nil)
        #expect(plan.encoding.format == nil)
        #expect(plan.encoding.maxByteCount == nil)
        #expect(plan.maxAge == nil)
        #expect(try self.plan("quality(1000)").encoding.quality == 100)
        #expect(try self.plan("quality(0)").encoding.quality == 1)
    }

    @Test(arguments: [
        ("0,0,0", "at:northwest"), ("-1,-2,0", "at:southeast,x:1,y:2"),
        ("center,center,50", "opacity:0.5"), ("center,5,0", "at:north,y:5"),
        ("5,center,0", "at:west,x:5"), ("-5,5,0", "at:northeast,x:5,y:5"),
        ("50p,-25p,0", "at:southwest,x:0.5,y:0.25"), ("repeat,repeat,0", "tile"),
        ("repeat,5,100", "opacity:0,tile"), ("0,0,0,20,30", "at:northwest,scale:0.2"),
        ("0,0,0,none,30", "at:northwest,scale:0.3"), ("100p,0,0", "at:northwest,x:0.999999"),
    ])
    func `watermarks are composites`(_ arguments: String, _ spelling: String) throws {
        let plan = try plan("watermark(http://example.com/m.png,\(arguments))")
        let head = "composite(url:http%3A%2F%2Fexample.com%2Fm.png"
        #expect(plan.transforms.map(\.spelling) == ["\(head),\(spelling))"])
    }

    @Test func `watermarks come from allowed sources`() throws {
        var grammar = grammar
        #expect(grammar.allowSources(["example.com"]) == nil)
        let target = { (source: String) in
            "/unsafe/filters:watermark(\(source),0,0,0)/example.com/a.jpg"
        }
        #expect(try grammar.plan(for: target("'example.com/m,1.png'"), at: 0).transforms.count == 1)
        for source in [
            "evil.test/m.png", "http://example.com@evil.test/m.png", "file:///etc/passwd",
        ] {
            #expect(throws: URLFault.self) { try grammar.plan(for: target(source), at: 0) }
        }
        #expect(try plan("watermark(a.test/m.png,0,0)").transforms == [])
        #expect(try plan("watermark(a.test/m.png,x,0,0)").transforms == [])
        let many = Array(repeating: "watermark(a.test,0,0,0)", count: 5).joined(separator: ":")
        #expect(throws: URLFault.self) { try plan(many) }
    }

    @Test func `thousands of filters, and broken ones, take no time`() throws {
        let many = Array(repeating: "blur(1)", count: 1900).joined(separator: ":")
        #expect(throws: URLFault.self) { try plan(many) }
        #expect(throws: URLFault.self) {
            try plan(Array(repeating: "blur(1)", count: 40).joined(separator: ":"))
        }
        for filters in [
            String(repeating: "(", count: 16_000) + ")", String(repeating: ")", count: 16_000),
            "a(" + String(repeating: ",", count: 16_000) + ")",
            "'" + String(repeating: "'", count: 9000) + ")",
            "blur(\(String(repeating: "9", count: 9000)))", "%28%29)", "blur(3)%3Agrayscale()",
            "blur(%00)", "rotate(-9223372036854775808)", "rotate(9223372036854775807)",
            "watermark(a.test,-9223372036854775808,9223372036854775807p,0)",
            "round_corner(9223372036854775807,999,-1,x)", "curve([(0,0),(255,255)],[(0,0)])",
        ] {
            _ = try plan(filters)
        }
        #expect(throws: URLFault.self) { try plan("blur(%FF)") }
    }
}
