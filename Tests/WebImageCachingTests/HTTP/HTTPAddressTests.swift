import Testing
import WebImageCaching
import WebImageRuntime

@Suite struct HTTPAddressTests {
    @Test(arguments: [
        ("http://example.com", "http://example.com/"),
        ("HTTP://EXAMPLE.com/A", "http://example.com/A"),
        ("https://example.com:443/a", "https://example.com/a"),
        ("http://example.com:/a", "http://example.com/a"),
        ("http://example.com:8080/a?b=c", "http://example.com:8080/a?b=c"),
        ("http://example.com?b", "http://example.com/?b"),
        ("http://example.com/a?", "http://example.com/a?"),
        ("http://example.com/a#part", "http://example.com/a"),
        ("http://example.com/?a=b?c/d", "http://example.com/?a=b?c/d"),
        ("  http://example.com/a b.png\n", "http://example.com/a%20b.png"),
        ("http://example.com/a\n\tb", "http://example.com/ab"),
        ("http://example.com/ä", "http://example.com/%C3%A4"),
        ("http://example.com/%C3%A4%20", "http://example.com/%C3%A4%20"),
        ("http://example.com/100%", "http://example.com/100%25"),
        ("http://example.com/%zz", "http://example.com/%25zz"),
        (
            "http://example.com/[1]|\\\"<>^`{}",
            "http://example.com/%5B1%5D%7C%5C%22%3C%3E%5E%60%7B%7D"
        ),
        ("http://example.com/?q=ä b", "http://example.com/?q=%C3%A4%20b"),
        ("http://example.com/a/./b/../c", "http://example.com/a/c"),
        ("http://example.com/../../a", "http://example.com/a"),
        ("http://example.com/a/..", "http://example.com/"),
        ("http://example.com/a//b", "http://example.com/a//b"),
        ("http://user:pass@example.com/a", "http://example.com/a"),
        ("http://a@b@example.com/", "http://example.com/"),
        ("http://[::1]:8080/a", "http://[::1]:8080/a"),
        ("http://example.com/a\u{301}/\u{301}", "http://example.com/a%CC%81/%CC%81"),
    ])
    func `what people write becomes strictly valid`(_ text: String, _ url: String) throws {
        #expect(try HTTPAddress(text).url == url)
    }

    @Test(arguments: [
        "", "cat.jpg", "/cat.jpg", "ftp://example.com/", "file:///etc/passwd", "http:", "http:/a",
        "http://", "http:///a", "http://:80/", "http://user@/", "http://exa mple.com/",
        "http://bü cher.example/", "http://example.com:99999/", "http://example.com:0/",
        "http://example.com:8x/", "http://[::1/", "http://[::1]x/", "http://[]/", "http://a%2eb/",
        "http://good.example\\@evil.example/", "1http://example.com/", "http://a\u{0}b/",
    ])
    func `what names no host and path is refused`(_ text: String) {
        #expect(throws: HTTPAddress.Refusal.self) { try HTTPAddress(text) }
    }

    @Test(arguments: [
        ("http://例え.jp/a.png", "http://xn--r8jz45g.jp/a.png"),
        ("http://BÜCHER.example:8080/", "http://xn--bcher-kva.example:8080/"),
        ("http://bu\u{308}cher.example/", "http://xn--bcher-kva.example/"),
        ("https://faß.de", "https://xn--fa-hia.de/"),
        ("http://例え。jp/", "http://xn--r8jz45g.jp/"),
        ("http://me@例え.jp/", "http://xn--r8jz45g.jp/"),
        ("http://１２７.０.０.１/", "http://127.0.0.1/"),
    ])
    func `an international name gets its ASCII form`(_ text: String, _ url: String) throws {
        #expect(try HTTPAddress(text).url == url)
        #expect(try HTTPAddress("http://a/").resolving(text).url == url)
    }

    @Test(arguments: [
        "http://a\u{2100}b.jp/", "http://\u{FF0F}\u{FF0F}.jp/", "http://-é.jp/",
        "http://\(String(repeating: "é", count: 64)).jp/", "http://é\u{0}.jp/",
        "http://\(String(repeating: "é.", count: 200))jp/", "http://\u{202E}é.jp/",
        "http://\(String(repeating: "é", count: 10_000))/",
    ])
    func `a name without an ASCII form is refused`(_ text: String) {
        #expect(throws: HTTPAddress.Refusal.self) { try HTTPAddress(text) }
    }

    @Test func `a missing libidn2 is named with its package`() throws {
        let refusal = #expect(throws: HTTPAddress.Refusal.self) {
            try InternationalHost.ascii("例え.jp", library: "libidn2.so.none")
        }
        #expect(refusal?.reason.contains("libidn2.so.none, package libidn2-0") == true)
        #expect(try InternationalHost.ascii("a.jp", library: "libidn2.so.none") == "a.jp")
        #expect(try InternationalHost.ascii("例え.jp", library: "libidn2.so.0") == "xn--r8jz45g.jp")
    }

    @Test(arguments: [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"), ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"),
        ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"),
        (";x", "http://a/b/c/;x"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
        ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
        ("../../../g", "http://a/g"), ("/./g", "http://a/g"), ("g.", "http://a/b/c/g."),
        ("g;x=1/../y", "http://a/b/c/y"), ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("https://x/y", "https://x/y"), ("a b", "http://a/b/c/a%20b"),
    ])
    func `references resolve as in RFC 3986, section 5.4`(
        _ reference: String, _ url: String
    ) throws {
        #expect(try HTTPAddress("http://a/b/c/d;p?q").resolving(reference).url == url)
    }

    @Test func `a description tells neither query nor credentials`() throws {
        let address = try HTTPAddress("http://user:pass@example.com:81/a?token=1")
        #expect(address.description == "http://example.com:81/a")
        #expect(address.credentials == Array("user:pass".utf8))
    }
}
