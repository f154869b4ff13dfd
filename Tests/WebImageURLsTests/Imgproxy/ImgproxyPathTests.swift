import Testing

@testable import WebImageURLs

@Suite struct ImgproxyPathTests {
    @Test(
        arguments: [
            ("/s/w:1/plain/http://a/b", "w:1/plain/http://a/b"),
            ("/s/w%3A1/plain/http%3A//a/b", "w:1/plain/http%3A//a/b"),
            ("/s/w%3a1/plain/x", "w%3a1/plain/x"), ("/s/w%3A1/aHR0", "w:1/aHR0"),
            ("/s/plain/http:/a/b", "plain/http://a/b"), ("/s//plain/http:/a", "plain/http://a"),
            ("/s/w:1/plain/local:/a/b", "w:1/plain/local:///a/b"),
            ("/s/plain/s3+x.1:/a", "plain/s3+x.1://a"), ("/s/plain/http:/", "plain/http:/"),
            ("/s/plain/http:///a", "plain/http:///a"), ("/s/plain/1x:/a", "plain/1x:/a"),
            ("/s/plain/a/plain/http:/b", "plain/a/plain/http:/b"),
            ("/s//w:1/x", "w:1/x"), ("/s///w:1/x", "/w:1/x"), ("/s/a?b/c", "a"), ("s/a", "a"),
        ]
    ) func `the changes that proxies make are undone`(target: String, text: String) throws {
        #expect(try ImgproxyPath(target).text == text)
        #expect(try ImgproxyPath(target).signature == "s")
    }

    @Test(arguments: ["", "/", "/s", "/s/", "//a", "/?/a", "/s?/a", "?"])
    func `a target without signature or path is refused`(_ target: String) {
        #expect(throws: URLFault.self) { try ImgproxyPath(target) }
    }
}
