import Testing
import WebImageURLs

struct ImagePlanToldTests {
    private func told(_ target: String, by grammar: any URLGrammar) throws -> String {
        try grammar.plan(for: target, at: 0).told
    }

    @Test func `a plan is told by what was read`() throws {
        let thumbor = ThumborGrammar(allowsUnsafe: true)
        let source = "https%3A%2F%2Fu:key%40a.test%2Fb.jpg%3Fse=1:00Z&sig=key"
        #expect(
            try told(
                "/v1/-/blur(3)/size=fit:20x;quality=7;filename=key/plain/\(source)@png",
                by: WebImageGrammar())
                == "/blur/size=fit:20x;quality=7/https://a.test/b.jpg@png")
        #expect(
            try told("/key/rs:fit:20:0/q:7/cb:key/plain/\(source)", by: ImgproxyGrammar())
                == "/-/size=fit:20x;quality=7/https://a.test/b.jpg")
        #expect(
            try told(
                "/unsafe/filters:watermark(u:key@b.test/c?key,1,1,0)/u:key@a.test/b.jpg?key",
                by: thumbor
            )
            .hasSuffix("/http://a.test/b.jpg"))
        #expect(
            try !told(
                "/unsafe/filters:watermark(u:key@b.test/c?key,1,1,0)/a.test/b.jpg", by: thumbor
            )
            .contains("key"))
    }

    @Test(arguments: [
        "/v1/-/-/key=1/plain/x", "/v1/-/key(1)/-/plain/x", "/v1/-/-/quality=key/plain/x",
        "/v1/-/-/size=key/plain/x", "/v1/-/-/preset=key/plain/x", "/v1/key/-/-/plain/x",
        "/v1/-/-/-/plain/key://u:key@a", "/v1/-/-/-/key", "/key", "key", "/v1/-/-/-/plain/a@b@key",
        "/v1/-/-/format=key/plain/x", "/v1/-/text(key)/-/plain/x", "/v1/-/%FFkey/-/plain/x",
        "/_/key:1/plain/x", "/_/w:key/plain/x", "/_/pr:key/plain/x", "/_/bg:key/plain/x",
        "/_/plain/key:x", "/_/plain/http://u:key@/a", "/_/g:key/plain/x", "/_/fit/key/plain/x",
        "/unsafe/key://u:key@a", "/unsafe/http://u:key@/a", "/key/a", "/unsafe/http:/u:key@a/b",
        "/unsafe/filters:watermark(ftp://u:key@a/b,1,1,0)/a.test/b",
    ])
    func `the reason for logs has no text of the address`(_ target: String) {
        let grammars: [any URLGrammar] = [
            WebImageGrammar(), ImgproxyGrammar(), ThumborGrammar(allowsUnsafe: true),
        ]
        var faults = 0
        for grammar in grammars {
            do throws(URLFault) {
                _ = try grammar.plan(for: target, at: 0)
            } catch {
                faults += 1
                #expect(!error.told.contains("key"), "\(error.told)")
                #expect(!error.told.isEmpty)
            }
        }
        #expect(faults > 0)
    }

    @Test func `the reason for logs names a known option`() {
        let fault = #expect(throws: URLFault.self) {
            try WebImageGrammar().plan(for: "/v1/-/-/quality=700/plain/x", at: 0)
        }
        #expect(fault?.told == "quality: expected a whole number from 1 to 100")
        #expect(fault?.reason == "expected a whole number from 1 to 100, found '700'")
    }
}
