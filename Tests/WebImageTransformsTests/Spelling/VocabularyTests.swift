import Testing
import WebImageCaching
import WebImageCoding
import WebImagePipeline
import WebImagePixels
import WebImageRuntime
import WebImageTransforms

@Suite struct VocabularyTests {
    let vocabulary = Vocabulary.withInputs

    static let spelled: [(BuiltInTransform, String)] = [
        (.resize(to: PixelSize(320, 240), fit: .fill), "resize(320x240,fill)"),
        (
            .resize(to: PixelSize(320, 0), fit: .fit, enlarges: true, filter: .box),
            "resize(320x,fit,enlarge,filter:box)"
        ),
        (.crop(to: PixelSize(320, 240), x: 10, y: -10), "crop(320x240,10,-10)"),
        (.crop(to: PixelSize(320, 240), at: .attention), "crop(320x240,at:smart)"),
        (.crop(to: PixelSize(320, 240), at: .center), "crop(320x240,at:center)"),
        (.crop(to: PixelSize(0, 9), at: .focus(x: 0.3, y: 1)), "crop(x9,at:focus:0.3:1)"),
        (
            .crop(to: PixelSize(9, 0), at: .gravity(.southeast, x: -3, y: 0.25)),
            "crop(9x,at:southeast:-3:0.25)"
        ),
        (
            .resize(to: PixelSize(320, 240), fit: .fill, filter: .box, at: .gravity(.north)),
            "resize(320x240,fill,filter:box,at:north)"
        ),
        (.scale(0.5), "scale(0.5)"), (.rotate(degrees: 90), "rotate(90)"),
        (.rotate(degrees: -347.5), "rotate(12.5)"),
        (.rotate(degrees: 720), "rotate(0)"),
        (.flip(.horizontal), "flip(horizontal)"),
        (.roundCorners(radius: 20), "roundcorners(20)"),
        (
            .roundCorners(
                radius: 20, corners: [.bottomRight, .topLeft], borderWidth: 2,
                borderColor: RGBAColor(red: 255, green: 0, blue: 0, alpha: 1)),
            "roundcorners(20,corners:topleft+bottomright,border:2,color:#ff000001)"
        ),
        (.roundCorners(radius: 0.5, corners: []), "roundcorners(0.5,corners:none)"),
        (.circle(), "circle"),
        (.circle(borderWidth: 1.5, borderColor: .white), "circle(border:1.5,color:#ffffff)"),
        (.blur(3), "blur(3)"),
        (.tint(RGBAColor(red: 0x33, green: 0x66, blue: 0xFF, alpha: 0x80)), "tint(#3366ff80)"),
        (.grayscale(), "grayscale"),
        (.pad(to: PixelSize(400, 0), color: .white), "pad(400x,#ffffff)"),
        (.pad(to: PixelSize(4, 5)), "pad(4x5,#00000000)"),
        (.tint(.white, mode: .colorDodge), "tint(#ffffff,mode:dodge)"),
        (.sharpen(1.5), "sharpen(1.5)"), (.pixelate(12), "pixelate(12)"),
        (.brightness(-20), "brightness(-20)"), (.contrast(1.5), "contrast(1.5)"),
        (.saturation(0), "saturation(0)"), (.sepia(), "sepia(1)"),
        (.background(.white), "background(#ffffff)"), (.trim(), "trim(10)"),
        (
            .trim(
                threshold: 0.5, color: .clear, isEqualHorizontally: true, isEqualVertically: true),
            "trim(0.5,color:#00000000,equalhor,equalver)"
        ),
        (.trim(isOfBottomRight: true, isEqualVertically: true), "trim(10,bottomright,equalver)"),
        (.sized(TargetSizing(.fill, 3, 2)), "sized(fill:3x2)"),
        (
            .sized(
                TargetSizing(.fit), effects: [.tint(.black, mode: .multiply), .blur(3)]),
            "sized(fit,effects:tint(#000000,mode:multiply)/blur(3))"
        ),
        (.composite("http://a.test/b.png"), "composite(url:http%3A%2F%2Fa.test%2Fb.png)"),
        (
            .composite(
                ImageRequest(
                    "data:,x?&", transforms: [.resize(to: PixelSize(2, 3), fit: .fill), .circle()]),
                at: .southeast, x: -10, y: 0.25, opacity: 0.5, scale: 0.2, tiles: false),
            "composite(url:data%3A%2Cx%3F%26,transforms:resize%282x3%2Cfill%29%2Fcircle,"
                + "at:southeast,x:-10,y:0.25,opacity:0.5,scale:0.2)"
        ),
        (.composite("http://a.test/b", tiles: true), "composite(url:http%3A%2F%2Fa.test%2Fb,tile)"),
        (.text("a, (b): 100%/é"), "text(a%2C%20%28b%29%3A%20100%25%2F%C3%A9)"),
        (
            .text(
                "tile", size: 12.5, color: .clear, font: "DejaVu Sans", at: .north, y: 9,
                opacity: 0.25, tiles: true),
            "text(tile,size:12.5,color:#00000000,font:DejaVu%20Sans,at:north,y:9,opacity:0.25,tile)"
        ),
    ]

    @Test(arguments: spelled.indices)
    func `a transform has one spelling, which reads as the same transform`(_ row: Int) throws {
        let (transform, spelling) = Self.spelled[row]
        #expect(transform.spelling == spelling)
        #expect(try vocabulary.read(spelling) as? BuiltInTransform == transform)
    }

    @Test func `every built-in transform is in the table above`() {
        let names = Set(Self.spelled.map { String($0.0.spelling.prefix { $0 != "(" }) })
        #expect(names == Set(vocabulary.names))
    }

    @Test(arguments: 0..<200)
    func `random parameters read back as they were written`(_ seed: UInt64) throws {
        var random = RandomTransforms(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
        let chain = random.transforms() + random.overlays()
        let text = Vocabulary.write(chain: chain)
        let read = try vocabulary.read(chain: text)
        #expect(read.map { $0 as? BuiltInTransform } == chain)
        #expect(Vocabulary.write(chain: read) == text)
    }

    @Test(arguments: [
        ("resize(320x240)", "resize(320x240,fit)"), ("circle()", "circle"),
        (" crop( 3x4 , 1, 2 ) ", "crop(3x4,1,2)"), ("crop(3x4)", "crop(3x4,0,0)"),
        ("crop(at:attention,3x4)", "crop(3x4,at:smart)"),
        ("crop(3x4,at:east:0:-0)", "crop(3x4,at:east)"),
        ("resize(3x4,fill,at:center:0:0)", "resize(3x4,fill)"),
        ("resize(3x4,at:focus:.5:1.0,fill)", "resize(3x4,fill,at:focus:0.5:1)"),
        ("resize(enlarge,3x4)", "resize(3x4,fit,enlarge)"), ("tint(3366FF)", "tint(#3366ff)"),
        ("tint(#3366ffff)", "tint(#3366ff)"), ("rotate(-90)", "rotate(270)"),
        ("roundcorners(3,color:#ffffff,border:1)", "roundcorners(3,border:1,color:#ffffff)"),
        (
            "roundcorners(3,corners:bottomright+topleft)",
            "roundcorners(3,corners:topleft+bottomright)"
        ),
        (
            "roundcorners(3,corners:topleft+topright+bottomleft+bottomright,border:0)",
            "roundcorners(3)"
        ), ("pad(4x5)", "pad(4x5,#00000000)"), ("sepia", "sepia(1)"), ("trim", "trim(10)"),
        ("trim(equalver,equalhor,color:fff000)", "trim(10,color:#fff000,equalhor,equalver)"),
        ("tint(#112233,mode:normal)", "tint(#112233)"),
        (
            "sized(effects:blur(1)/sepia,fit:30x20, enlarge, crop:0.50x1@smart,at:north:0:0)",
            "sized(fit:30x20,enlarge,crop:0.5x1@smart,at:north,effects:blur(1)/sepia(1))"
        ),
        ("sized(fit,effects:)", "sized(fit)"),
        (
            "composite(tile,at:center,x:0,url:data:image/png;base64)",
            "composite(url:data%3Aimage%2Fpng%3Bbase64,tile)"
        ),
        (
            "composite(opacity:1,transforms:circle/blur(2),url:a)",
            "composite(url:a,transforms:circle%2Fblur%282%29)"
        ),
        (
            "text(hello world,font:sans-serif,color:ffffff,size:32,at:east)",
            "text(hello%20world,at:east)"
        ),
    ])
    func `defaults may be left out and order is free`(_ text: String, _ canonical: String) throws {
        #expect(try vocabulary.read(text).spelling == canonical)
    }

    @Test func `a chain is read in its order`() throws {
        let chain = try vocabulary.read(chain: "resize(3x4,fill)/circle/tint(#010203)")
        #expect(chain.map(\.spelling) == ["resize(3x4,fill)", "circle", "tint(#010203)"])
        #expect(Vocabulary.write(chain: chain) == "resize(3x4,fill)/circle/tint(#010203)")
        #expect(try vocabulary.read(chain: "").isEmpty)
        #expect(Vocabulary.write(chain: []) == "")
    }

    @Test(arguments: ["/", "circle/", "circle//blur(1)", "circle/crp"])
    func `a chain with one bad link is refused`(_ text: String) {
        #expect(throws: VocabularyError.self) { try vocabulary.read(chain: text) }
    }

    @Test func `an endless chain is refused`() {
        let links = Array(repeating: "circle", count: Vocabulary.longestChain + 1)
        #expect(throws: VocabularyError.self) {
            try vocabulary.read(chain: links.joined(separator: "/"))
        }
        #expect(throws: Never.self) {
            try vocabulary.read(chain: links.dropLast().joined(separator: "/"))
        }
        let long = "circle" + String(repeating: " ", count: 5000)
        #expect(throws: VocabularyError.self) { try vocabulary.read(chain: long) }
    }

    @Test(arguments: 0..<100)
    func `random bytes are read or refused, never fatal`(_ seed: UInt64) {
        var random = RandomTransforms(state: seed &* 0xD129_0DDF_53D1_71E5 | 1)
        let alphabet = Array("crop(),:/x0123+-.#%eflipé!")
        let text = String((0..<24).map { _ in alphabet[random.number(alphabet.count)] })
        guard let chain = try? vocabulary.read(chain: "resize(\(text)") else { return }
        #expect(!chain.isEmpty)
    }

    @Test(arguments: ["text(a)", "composite(url:b)", "circle/composite(url:b,transforms:text(a))"])
    func `a second picture has no second picture itself`(_ chain: String) {
        let error = #expect(throws: VocabularyError.self) {
            try vocabulary.read("composite(url:a,transforms:\(chain))")
        }
        #expect(error?.description.contains("; known are resize, ") == true)
    }

    @Test func `a user's transform joins the vocabulary and replaces its namesake`() throws {
        let more = vocabulary.adding(Invert.self, OtherBlur.self)
        #expect(more.names == vocabulary.names + ["invert"])
        #expect(try more.read("invert") is Invert)
        #expect(try more.read("blur") is OtherBlur)
    }

    @Test func `the help names every transform, and its examples are canonical`() throws {
        let help = vocabulary.help
        for entry in vocabulary.entries {
            #expect(help.contains { $0.hasPrefix("  \(entry.usage)") })
            #expect(entry.usage.hasPrefix(entry.name))
            #expect(!entry.examples.isEmpty)
            for example in entry.examples {
                #expect(try vocabulary.read(example).spelling == example)
            }
        }
    }
}

private struct Invert: SpelledTransform {
    static let name = "invert"
    static let usage = "invert"
    static let meaning = "Inverts."
    static let examples = ["invert"]
    var arguments: [String] { [] }
    init(arguments: inout ArgumentReader) throws(VocabularyError) {}
    func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap { bitmap }
}

private struct OtherBlur: SpelledTransform {
    static let name = "blur"
    static let usage = "blur"
    static let meaning = "Blurs in another way."
    static let examples = ["blur"]
    var arguments: [String] { [] }
    init(arguments: inout ArgumentReader) throws(VocabularyError) {}
    func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap { bitmap }
}
