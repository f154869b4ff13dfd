import Testing

@testable import WebImageURLs

@Suite struct SourceReplacementTests {
    @Test(
        arguments: [
            ("a://", "http://a/", "a://b", "http://a/b"), ("a://", "", "a://b", "b"),
            ("a://*/", "http://${1}.test/", "a://b/c", "http://b.test/c"),
            ("a://*/*.", "http://${2}/${1}/${2}.", "a://b/c.jpg", "http://c/b/c.jpg"),
            ("a://*/", "${0}${2}${x}${-1}${99999999999999999999}!", "a://b/c", "!c"),
            ("a://", "${1", "a://b", "${1b"), ("a://", "x", "b://b", "b://b"),
            ("a://", "x", "ba://b", "ba://b"),
        ]
    ) func `the beginning of an address is replaced`(
        pattern: String, replacement: String, address: String, expected: String
    ) {
        let change = SourceReplacement(SourcePattern(pattern), with: replacement)
        #expect((change.change(of: address)?.text ?? address) == expected)
    }
}
