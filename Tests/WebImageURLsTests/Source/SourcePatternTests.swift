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
            ("http://a.test", "http://a.test:8080/x.jpg"),
            ("http://a.test", "http://a.test"),
            ("http://a.test/a*", "http://a.test/a?b=/../c"), ("local:///a/", "local:///a/b"),
            ("s3://bucket-", "s3://bucket-1/x"), ("http://a.test/", "http://a.test/.../x"),
            ("http://a.test/", "http://a.test/b@c"), ("http://u@a.test/", "http://u@a.test/b"),
            ("http://é/", "http://é/\u{301}"),
        ]
    ) func `an address that begins with the pattern is allowed`(pattern: String, address: String) {
        #expect(SourcePattern(pattern).allows(address))
    }

    @Test(
        arguments: [
            ("http://a.test/", "http://a.test"), ("http://a.test/", "HTTP://a.test/"),
            ("http://a.test/", "xhttp://a.test/"), ("http://*/c/", "http://a.test/b/c/"),
            // A star of a host does not reach beyond it.
            ("http://*.a.test/", "http://b.test?.a.test/"),
            ("http://*.a.test/", "http://b.test#.a.test/"),
            ("http://*.a.test/", #"http://b.test\.a.test/"#),
            ("http://*.a.test/", "http://b.test/.a.test/"),
            // The pattern's host as the user of another one.
            ("http://a.test", "http://a.test@b.test/"),
            ("http://a.test", "http://a.test:x@b.test/"),
            // Parts that loaders resolve.
            ("http://a.test/b/", "http://a.test/b/../c"),
            ("http://a.test/b/", "http://a.test/b/.."),
            ("http://a.test/b/", "http://a.test/b/%2e%2E/c"),
            ("http://a.test/b/", "http://a.test/b/.%2e/c"),
            ("http://a.test/b/", #"http://a.test/b/..\c"#), ("local:///a/", "local:///a/../b"),
            ("*", "http://a.test/./x"), ("", "http://a.test/../x"),
        ]
    ) func `any other address is refused`(pattern: String, address: String) {
        #expect(!SourcePattern(pattern).allows(address))
    }

    @Test func `many stars and long addresses take linear time`() {
        let pattern = SourcePattern("http://" + String(repeating: "*a", count: 40))
        let address = "http://" + String(repeating: "a", count: 16_000)
        let time = ContinuousClock().measure {
            #expect(pattern.allows(address))
            #expect(!SourcePattern(pattern.text + "b").allows(address))
        }
        #expect(time < .seconds(20))
    }
}
