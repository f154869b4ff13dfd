import Testing
import WebImageCaching

struct NormalizedURLTests {
    @Test(arguments: [
        "http://example.com/a.png", "https://example.com:8080/a?b=c&d=%C3%A4/?",
        "http://a_b/!$&'()*+,;=:@~-",
        "http://example.com/.well-known/a", "http://[::1]/a", "photos://Album 1/A", "cat.jpg",
        "http:///a", "http://example.com:99999/a",
    ])
    func `a normal text stays as it is`(_ text: String) {
        #expect(NormalizedURL.text(of: text) == text)
    }

    @Test(arguments: [
        "http://example.com/a%20b.png", "http://example.com/a%20b.png\r\n",
        " http://example.com/a%20b.png\t",
        "HTTP://EXAMPLE.com/a%20b.png", "http://example.com:80/a%20b.png",
        "http://example.com:/a%20b.png",
        "http://example.com:080/a%20b.png", "http://example.com/./x/../a%20b.png",
        "http://example.com/a b.png", "http://example.com/a\n%20b.png",
    ])
    func `equal spellings have one text`(_ text: String) {
        #expect(NormalizedURL.text(of: text) == "http://example.com/a%20b.png")
    }

    @Test(arguments: [
        ("http://example.com", "http://example.com/"),
        ("https://example.com?a", "https://example.com/?a"),
        ("https://example.com:443/", "https://example.com/"),
        ("https://example.com:80/", "https://example.com:80/"),
        ("http://example.com/100%", "http://example.com/100%25"), ("http://a/ä", "http://a/%C3%A4"),
        ("http://a/..", "http://a/"), ("http://例え.jp", "http://xn--r8jz45g.jp/"),
        ("\u{0}photos://a \n", "photos://a"),
    ])
    func `other spellings get theirs`(_ text: String, _ normal: String) {
        #expect(NormalizedURL.text(of: text) == normal)
    }

    /// The quick look agrees with the whole reading, whatever the bytes.
    @Test func `a URL is normal if it is sent as it is`() {
        var generator = SystemRandomNumberGenerator()
        let starts = ["http://", "https://", "Http://", "http:/", "https:", ""]
        let pieces = [
            "a", "Z", "9", ".", "/", "/.", "..", "?", ":", ":8", ":80", ":443", "0", "%", "%4",
            "%4f", "%2F", "_",
            "-", "[", "]", "@", " ", "\r", "\t", "é", "|", "\\", "~", "=", "&", "{", "\"", "<", "^",
            "`", "\u{7F}",
            "'", "(", ";", "+", "\u{1}",
        ]
        for _ in 0..<20_000 {
            let rest = (0..<Int.random(in: 0...9, using: &generator))
                .map { _ in pieces.randomElement(using: &generator) ?? "" }
            let text = (starts.randomElement(using: &generator) ?? "") + rest.joined()
            let normal = NormalizedURL.text(of: text)
            if let url = try? HTTPAddress(text).url {
                #expect(normal == url, "\(text)")
            }
            #expect(NormalizedURL.text(of: normal) == normal, "\(text)")
        }
    }
}
