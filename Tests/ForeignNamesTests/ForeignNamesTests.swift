import ForeignNames
import Testing
import WebImage

/// `import WebImage` takes no short name from other modules.
///
/// This target is compiled as one of another package is: it sees public declarations only.
struct ForeignNamesTests {
    @Test func `the names of another module need no qualification beside this library`() {
        #expect(Blur.self == ForeignNames.Blur.self)
        #expect(Circle.self == ForeignNames.Circle.self)
        #expect(Crop.self == ForeignNames.Crop.self)
        #expect(Flip.self == ForeignNames.Flip.self)
        #expect(Frame.self == ForeignNames.Frame.self)
        #expect(Grayscale.self == ForeignNames.Grayscale.self)
        #expect(Pad.self == ForeignNames.Pad.self)
        #expect(Resize.self == ForeignNames.Resize.self)
        #expect(Rotate.self == ForeignNames.Rotate.self)
        #expect(Tint.self == ForeignNames.Tint.self)
    }

    @Test func `a program names transforms in a list by their members`() throws {
        let request = ImageRequest(
            "https://example.com/a.png",
            transforms: [
                .resize(to: PixelSize(320, 240), fit: .fill), .crop(to: PixelSize(9, 0), x: 1),
                .rotate(degrees: 90), .flip(.both), .roundCorners(radius: 3), .circle(), .blur(3),
                .tint(.white), .grayscale(), .pad(to: PixelSize(0, 9), color: .black), .sharpen(1),
                .pixelate(9), .brightness(9), .contrast(2), .saturation(2), .sepia(),
                .background(.white), .trim(), .tint(.black, mode: .softLight),
                .sized(TargetSizing(.fill, 9, 9), effects: [.blur(1)]),
                .composite("a:b", at: .east), .text("a"),
            ])
        let text =
            "resize(320x240,fill)/crop(9x,1,0)/rotate(90)/flip(both)/roundcorners(3)/circle"
            + "/blur(3)/tint(#ffffff)/grayscale/pad(x9,#000000)"
            + "/sharpen(1)/pixelate(9)/brightness(9)/contrast(2)/saturation(2)/sepia(1)"
            + "/background(#ffffff)/trim(10)/tint(#000000,mode:softlight)"
            + "/sized(fill:9x9,effects:blur(1))/composite(url:a%3Ab,at:east)/text(a)"
        #expect(Vocabulary.write(chain: request.transforms) == text)
        #expect(try Vocabulary.withInputs.read(chain: text).map(\.spelling).count == 22)
    }

    @Test func `a program names interceptors in a list by their members`() throws {
        var request = ImageRequest("https://example.com/a.png")
        request.interceptors = [
            .changeRequest("client", effect: .delivery) { $0.headers["X-Client"] = "gallery/2" },
            .filterResponse("strict") { head in if head.status == 203 { head.status = 444 } },
            .rejectResponses(header: "ErrorCode", number: 100), .retry(), .decodeBase64(),
            .decryptBody("plain") { bytes, _ in bytes }, .resume(random: { 0 }),
            .twoStepURL(.host("example.com"), maxSteps: 1), .rateLimit(perSecond: 5),
            try .basicAuthentication(user: "me", password: "a", for: "https://example.com"),
            try .bearerAuthentication(account: "me", for: "https://example.com") { _ in "token" },
        ]
        let names = [
            "client", "strict", "reject(errorcode,100,444)", "retry", "base64", "plain", "resume",
            "resolve-url(host example.com,5s,1,8192,text)", "ratelimit",
        ]
        #expect(request.interceptors.prefix(9).map(\.identity) == names)
        #expect(request.interceptors.filter { $0.effect == .bytes }.count == 6)
        let account = BuiltInInterceptor.bearerAuthentication
        #expect(throws: LoadFailure.self) { try account("me", "ftp://example.com") { _ in "" } }
    }

    @Test func `a transform of a program joins the vocabulary`() throws {
        let vocabulary = Vocabulary.withInputs.adding(Dots.self)
        let dots = try #require(try vocabulary.read("dots(3,colour:#ff0000)") as? Dots)
        #expect(dots.spelling == "dots(3,colour:#ff0000)")
        #expect(vocabulary.names.last == "dots")
        #expect(throws: VocabularyError.self) { try vocabulary.read("dots") }
    }
}

/// A transform of a program, which text can name.
private struct Dots: SpelledTransform {
    static let name = "dots"
    static let usage = "dots(COUNT[,colour:#RRGGBB])"
    static let meaning = "Draws dots."
    static let examples = ["dots(3)"]

    let count: Int
    let colour: RGBAColor

    var arguments: [String] { [count.spelling, "colour:\(colour.spelling)"] }

    init(arguments: inout ArgumentReader) throws(VocabularyError) {
        count = try arguments.next("count", "a number of dots")
        colour = try arguments.named("colour", "a colour such as #ff0000", default: .black)
    }

    func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap { bitmap }
}
