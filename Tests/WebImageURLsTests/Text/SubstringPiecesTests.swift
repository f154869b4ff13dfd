import Testing
import WebImageCoding

@testable import WebImageURLs

@Suite struct SubstringPiecesTests {
    @Test(
        arguments: [
            ("a/b/c", "/", ["a", "b", "c"]), ("", "/", [""]), ("/", "/", ["", ""]),
            ("a::b:c", "::", ["a", "b:c"]), ("aab", "ab", ["a", ""]), ("abc", "", ["abc"]),
            ("é/ü", "/", ["é", "ü"]),
        ] as [(String, String, [String])]
    ) func `text is parted at every separator`(
        text: String, separator: String, expected: [String]
    ) {
        #expect(text[...].pieces(at: separator).map(String.init) == expected)
    }

    @Test func `a slash with an accent behind it parts text`() {
        #expect("a/\u{301}b"[...].pieces(at: "/").count == 2)
        #expect("a:\u{301}b"[...].parted(at: ":")?.before == "a")
    }

    @Test func `names of formats are those of imgproxy in lower case`() {
        #expect(ImageFormat(nameInAddress: "jpg") == .jpeg)
        #expect(ImageFormat(nameInAddress: "jpeg") == .jpeg)
        for name in ["", "JPG", "tif", "heif", "apng", "best"] {
            #expect(ImageFormat(nameInAddress: name) == nil)
        }
    }

    @Test func `ranges are written with the bounds that mean something`() {
        #expect((1...100).words == " from 1 to 100")
        #expect((0...Int.max).words == " from 0")
        #expect((Int.min...Int.max).words == "")
        #expect((0.5...1).words == " from 0.5 to 1")
        #expect(ClosedRange<Double>.positive.words == " above 0")
        #expect(ClosedRange<Double>.finite.words == "")
    }
}
