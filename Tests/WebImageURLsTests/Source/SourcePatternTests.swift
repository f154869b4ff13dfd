import Testing
import WebImageURLs

@Suite struct SourcePatternTests {
    @Test(
        arguments: [
            ("http://a.test/", "http://a.test/x.jpg"), ("*", "http://a.test/x.jpg"),
            ("http://*/c/", "http://a.test/c/x.jpg"),
            ("http://*.a.test/", "http://b.c.a.test/x.jpg"),
            ("http://*.a.test/", "http://a.test.a.test/x.jpg"),
            ("http://a.test/*/*/x", "http://a.test/b//x.jpg"),
            ("http://a.test/*b*c", "http://a.test/xbybzc"),
            ("http://a.test/a*", "http://a.test/a?b=/../c"), ("local:///a/", "local:///a/b"),
            ("http://a.test/", "http://a.test/.../x"),
            ("http://a.test/", "http://a.test/b@c"), ("http://u@a.test/", "http://u@a.test/b"),
            ("http://é.test/", "http://é.test/\u{301}"), ("http://*.é.test/", "http://a.É.test/b"),
            // A pattern that ends in the host.
            ("http://a.test", "http://a.test"), ("http://a.test", "http://a.test/b"),
            ("http://a.test:90", "http://a.test:90/b"), ("http://*.a.test", "http://b.a.test/c"),
            ("http://a.test:*", "http://a.test:90/b"), ("http://*", "http://a.test:90/b"),
            ("local://", "local:///a"), ("s3://bucket", "s3://bucket/a"),
            // Spellings of one address.
            ("http://a.test/", "HTTP://A.test:80/b"), ("HTTP://A.test:80/", "http://a.test/b"),
            ("https://a.test:443", "https://a.test/b"), ("http://a.test/", "http://u:p@a.test/b"),
            ("http://a.test/b c/", "http://a.test/b%20c/d"), ("http://a.test/", "http://a.test"),
            ("http://a.test/%62/", "http://a.test/b/d"),
            ("http://a.test/é/", "http://a.test/%C3%A9/"),
            ("http://a.test/b/", "http://a.test/c/../b/d"),
            ("http://a.test/?u=", "http://a.test?u=b"),
        ]
    ) func `an address that begins with the pattern is allowed`(pattern: String, address: String) {
        #expect(SourcePattern(pattern).allows(address))
    }

    @Test(
        arguments: [
            ("http://a.test/", "xhttp://a.test/"), ("http://*/c/", "http://a.test/b/c/"),
            ("http://a.test/", "https://a.test/"), ("http://a.test/b", "http://a.test/B"),
            // A pattern that ends in the host is no part of another one.
            ("http://a.test", "http://a.test.evil.test/"), ("http://127.0.0", "http://127.0.0.1/"),
            ("http://local", "http://localhost/"), ("http://a.test", "http://a.test:8080/"),
            ("http://a.test:90", "http://a.test:9001/"), ("http://a.test", "http://a.test./"),
            ("http://*.a.test", "http://b.a.test.evil.test/"), ("s3://bucket-", "s3://bucket-1/x"),
            ("http://a.test", "https://a.test/"),
            // A star of a host does not reach beyond it.
            ("http://*.a.test/", "http://b.test?.a.test/"),
            ("http://*.a.test/", "http://b.test#.a.test/"),
            ("http://*.a.test/", #"http://b.test\.a.test/"#),
            ("http://*.a.test/", "http://b.test/.a.test/"),
            ("http://*.a.test", "http://b.test/.a.test/"),
            // A star of a path stays in its part, however the slash is written.
            ("http://a.test/*/p/", "http://a.test/b%2fc/p/"),
            ("http://a.test/*/p/", "http://a.test/b%5Cc/p/"),
            // An escaped slash divides for some origins only.
            ("http://a.test/b/", "http://a.test/b%2fc"),
            ("http://a.test/b/", #"http://a.test/b\c"#),
            ("http://a.test/?u=", "http://a.test/%3Fu=b"),
            // The pattern's host as the user of another one.
            ("http://a.test", "http://a.test@b.test/"), ("http://a.test/", "http://a.test@b.test/"),
            ("http://a.test", "http://a.test:x@b.test/"),
            ("http://a.test/", "http://a.test%2f@b.test/"),
            // Parts that loaders resolve.
            ("http://a.test/b/", "http://a.test/b/../c"),
            ("http://a.test/b/", "http://a.test/b/.."), ("local:///a/", "local:///a/../b"),
            ("http://a.test/", "a.test/b"), ("", "a"),
        ]
    ) func `any other address is refused`(pattern: String, address: String) {
        #expect(!SourcePattern(pattern).allows(address))
    }

    @Test(arguments: ["http://a.test/b/", "http://a.test", "http://*", "*"])
    func `dots that origins may find are refused`(pattern: String) {
        for path in [
            "%2e%2E/c", ".%2e/c", #"..\c"#, "..%2fc", "..%5cc", "%2e%2e%2fc", "%252e%252e/c",
            ".%252e/c",
            "%25252e./c", "%%32e./c", "..;/c", "..;x=1/c", "%2e%2e;/c", ". ./c", "..%20/c",
            ".%09./c",
            ".%0a./c", ".%00./c", "..%00/c", "c%00", "c/%2e", #"c\.\d"#, "..%255cc", "..%252fc",
        ] {
            #expect(!SourcePattern(pattern).allows("http://a.test/b/" + path), "\(path)")
        }
    }

    @Test(arguments: [
        ("http://a.test", "http://a.test.evil.test/", true),
        ("http://a.test:9", "http://a.test:90/", true),
        ("http://a.test", "http://a.test@evil.test/", false),
        ("http://a.test:80", "http://a.test:8080/", false),
        ("http://a.test:80", "http://a.test:80/b", true),
        ("http://a.test/", "http://a.test.evil.test/", false),
        ("HTTP://a.test", "http://a.test/", false), ("http://", "http://a.test/", true),
        ("http://a.test:", "http://a.test:90/", true), ("http://a.test:", "http://a.test/", false),
        ("http://é", "http://é/", true), ("http://é", "http://été/", false),
        ("http://u:p@a.test", "http://a.test/", true),
        ("http://u:p@a.test", "http://a.test.evil.test/", false),
        ("s3://bucket-", "s3://bucket-1/x", true),
    ])
    func `imgproxy's patterns may be the beginning of a host`(
        pattern: String, address: String, isAllowed: Bool
    ) {
        #expect(SourcePattern(beginning: pattern).allows(address) == isAllowed)
    }

    @Test(arguments: [
        ("https://Images.example.com", "any path on https://images.example.com"),
        ("https://u:p@a.test:443/", "any path on https://a.test"),
        ("https://*.a.test:90", "any path on https://*.a.test:90"),
        ("https://a.test/b/*/c?key", "addresses that begin with https://a.test/b/*/c? and more"),
        ("local://", "any path on local://"),
        ("s3://bucket/a-", "addresses that begin with s3://bucket/a-"),
        ("*", "addresses that begin with *"),
    ])
    func `a pattern is told in words`(pattern: String, words: String) {
        #expect(SourcePattern(pattern).meaning == words)
        #expect(SourcePattern(pattern).warning == nil)
    }

    @Test func `a pattern that leaves the host open has a warning`() {
        let pattern = SourcePattern(beginning: "https://images.example.com")
        #expect(pattern.meaning == "addresses that begin with https://images.example.com")
        #expect(
            pattern.warning?.contains("'https://images.example.com' ends within the host") == true)
        for text in [
            "https://images.example.com/", "https://a.test:443", "http://*", "*", "https://",
        ] {
            #expect(SourcePattern(beginning: text).warning == nil, "\(text)")
        }
    }

    @Test(arguments: [
        "https://img*", "https://img*/", "https://*example.com/", "https://img*:8080/",
        "https://*.example.*", "http://img-*/a",
    ])
    func `a star that leaves the domain open has a warning`(_ text: String) {
        for pattern in [SourcePattern(text), SourcePattern(beginning: text)] {
            #expect(
                pattern.warning?.contains("has a star in the host without a dot") == true,
                "\(pattern.warning ?? "none")")
        }
    }

    @Test(arguments: [
        "https://*", "https://*/", "https://*:8080/", "https://img*.example.com/", "s3://img*",
        "https://a.test:8*/", "https://a.test/b*", "local:///a*",
    ])
    func `a star that leaves no domain open has none`(_ text: String) {
        #expect(SourcePattern(text).warning == nil)
    }

    @Test func `many stars and long addresses take linear time`() {
        let pattern = SourcePattern("http://" + String(repeating: "*a", count: 40))
        let address = "http://" + String(repeating: "a", count: 16_000)
        let escapes = "http://a/" + String(repeating: "%25", count: 5_000)
        let time = ContinuousClock().measure {
            #expect(pattern.allows(address))
            #expect(!SourcePattern(pattern.text + "b").allows(address))
            #expect(!SourcePattern("http://*/*/").allows(escapes))
        }
        #expect(time < .seconds(20))
    }
}
