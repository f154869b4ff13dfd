import TestSupport
import Testing

@testable import WebImageS3

@Suite struct S3FaultTests {
    private func fault(_ text: String) -> S3Fault { S3Fault(document: Array(text.utf8)) }

    @Test(
        "Code and region of an error are read",
        arguments: [
            "<Error><Code>NoSuchKey</Code><Region>eu-west-1</Region></Error>",
            "\u{feff}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n  <Error>\n    <Code>NoSuchKey</Code>\n"
                + "<Message>a &amp; b</Message><Region>eu-west-1</Region><Resource/>\n</Error>\n",
            "<Error xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Code>NoSuchKey</Code><Region>eu-west-1</Region>",
            "<Error><Detail><Code>Other</Code></Detail><Code>NoSuchKey</Code><Code>Second</Code>"
                + "<Region>eu-west-1</Region></Error><Code>Third</Code>",
        ])
    func read(_ text: String) {
        #expect(fault(text).code == "NoSuchKey")
        #expect(fault(text).region == "eu-west-1")
    }

    @Test(
        "A hostile document tells nothing",
        arguments: [
            "", "<", "<>", "</Error>", "<Error>", "<Code>A</Code>", "<Error><Code>A",
            "<Errors><Code>A</Code></Errors>", "<Error><Code>A</Error></Code>",
            "<!DOCTYPE Error [<!ENTITY a \"NoSuchKey\">]><Error><Code>A</Code></Error>",
            "<Error><Code>&a;</Code></Error>", "<Error><Code><![CDATA[A]]></Code></Error>",
            "<Error><Code>A b</Code><Region>evil.example/</Region></Error>",
            "<Error><Code></Code></Error>",
            "<Error><Code>\(String(repeating: "A", count: 65))</Code></Error>",
            "<Error><!-- <Code>A</Code> --></Error>", "<html><body>404</body></html>",
            String(repeating: "<Error>", count: 20_000), String(repeating: "<", count: 100_000),
            String(repeating: "<?", count: 50_000), String(repeating: "<a/>", count: 30_000),
        ])
    func hostile(_ text: String) {
        #expect(fault(text) == fault(""))
    }

    @Test func `random and cut documents end, and tell words alone`() {
        let whole = Array("<?xml?><Error a=\"b\"><Code>NoSuchKey</Code><R/></Error>".utf8)
        var random = SystemRandomNumberGenerator()
        for length in 0...whole.count { _ = S3Fault(document: Array(whole.prefix(length))) }
        for _ in 0..<5_000 {
            var bytes = whole
            for _ in 0..<4 {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] = .random(in: 0...255, using: &random)
            }
            let code = S3Fault(document: bytes).code
            #expect(code.map { $0.allSatisfy { $0.isASCII && $0.isLetter } } ?? true)
        }
    }
}
