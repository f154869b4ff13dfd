import Testing
import WebImageBytes

/// Bytes in URLs and in other text.
struct EncodedTextTests {
    @Test(arguments: [
        (",a", [""], false), ("image/png;base64,YQ==", ["image/png"], true),
        ("image/png; BASE64\t,YQ", ["image/png"], true), (";base64,Y%51", [""], true),
        ("base64,a", ["base64"], false), ("text/a ;x=1,%61#b,c", ["text/a", "x=1"], false),
        ("image/png;base64;x=1,a", ["image/png", "base64", "x=1"], false),
    ])
    func `a data URL has a media type and bytes`(text: String, type: [String], isBase64: Bool) {
        let url = DataURL(afterScheme: text[...])
        #expect(url?.mediaType == type)
        #expect(url?.isBase64 == isBase64)
        #expect(url?.bytes() == [0x61])
    }

    @Test func `a data URL needs a comma, and valid base64`() {
        #expect(DataURL(afterScheme: "image/png;base64") == nil)
        #expect(DataURL(afterScheme: ";base64,a-_b")?.bytes() == nil)
    }

    @Test func `a percent sign without digits stands for itself, or is refused`() {
        for text in ["%", "a%4", "%4g%41", "%%41"] {
            #expect(PercentCoding.decode(text.utf8, isStrict: true) == nil)
        }
        #expect(PercentCoding.decode("%%41%4g%".utf8) == Array("%A%4g%".utf8))
        #expect(PercentCoding.decode("%4a%4A".utf8, isStrict: true) == Array("JJ".utf8))
        #expect(PercentCoding.encodeComponent("a é%") == "a%20%C3%A9%25")
    }

    @Test func `hexadecimal digits are read in any case`() {
        let bytes = (0...255).map { UInt8($0) }
        let text = Hexadecimal.text(of: bytes)
        #expect(text.hasPrefix("000102") && text.hasSuffix("fdfeff"))
        for spelling in [text, text.uppercased()] {
            let digits = spelling.utf8.compactMap { Hexadecimal.value(of: $0) }
            let found = stride(from: 0, to: 512, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
            #expect(found == bytes)
        }
        #expect("/:@G`g".utf8.allSatisfy { Hexadecimal.value(of: $0) == nil })
    }
}
