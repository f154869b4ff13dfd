import Testing
import WebImageURLs

struct ImagePlanToldTests {
    private func told(_ target: String, by grammar: any URLGrammar) throws -> String {
        try grammar.plan(for: target, at: 0).told
    }

    @Test func `a plan is told by what was read`() throws {
        let thumbor = ThumborGrammar(allowsUnsafe: true)
        let source = "https%3A%2F%2Fu:geheim%40a.test%2Fb.jpg%3Fse=1:00Z&sig=geheim"
        #expect(
            try told(
                "/v1/-/blur(3)/size=fit:20x;quality=7;filename=geheim/plain/\(source)@png",
                by: WebImageGrammar())
                == "/blur/size=fit:20x;quality=7/https://a.test/b.jpg@png")
        #expect(
            try told("/geheim/bl:3/q:7/cb:geheim/plain/\(source)", by: ImgproxyGrammar())
                == "/blur/quality=7/https://a.test/b.jpg")
        #expect(
            try told(
                "/unsafe/filters:watermark(u:geheim@b.test/c?geheim,1,1,0)/u:geheim@a.test/b.jpg?geheim",
                by: thumbor
            )
            .hasSuffix("/http://a.test/b.jpg"))
        #expect(
            try !told(
                "/unsafe/filters:watermark(u:geheim@b.test/c?geheim,1,1,0)/a.test/b.jpg",
                by: thumbor
            )
            .contains("geheim"))
    }

    @Test(arguments: [
        "/v1/-/-/geheim=1/plain/x", "/v1/-/geheim(1)/-/plain/x", "/v1/-/-/quality=geheim/plain/x",
        "/v1/-/-/size=geheim/plain/x", "/v1/-/-/preset=geheim/plain/x", "/v1/geheim/-/-/plain/x",
        "/v1/-/-/-/plain/geheim://u:geheim@a", "/v1/-/-/-/geheim", "/geheim", "geheim",
        "/v1/-/-/-/plain/a@b@geheim",
        "/v1/-/-/format=geheim/plain/x", "/v1/-/text(geheim)/-/plain/x",
        "/v1/-/%FFgeheim/-/plain/x",
        "/_/geheim:1/plain/x", "/_/w:geheim/plain/x", "/_/pr:geheim/plain/x",
        "/_/bg:geheim/plain/x",
        "/_/plain/geheim:x", "/_/plain/http://u:geheim@/a", "/_/g:geheim/plain/x",
        "/_/fit/geheim/plain/x",
        "/unsafe/geheim://u:geheim@a", "/unsafe/http://u:geheim@/a", "/geheim/a",
        "/unsafe/http:/u:geheim@a/b",
        "/unsafe/filters:watermark(ftp://u:geheim@a/b,1,1,0)/a.test/b",
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
                #expect(!error.told.contains("geheim"), "\(error.told)")
                #expect(!error.told.isEmpty)
            }
        }
        #expect(faults > 0)
    }

    @Test func `the reason for logs has the place of a source that is not allowed`() {
        var imgproxy = ImgproxyGrammar()
        imgproxy.allowedSources = [SourcePattern("http://b.test/")]
        var thumbor = ThumborGrammar(allowsUnsafe: true)
        #expect(thumbor.allowSources(["b.test"]) == nil)
        let source = "http%3A%2F%2Fu:geheim%40a.test%2Fb.jpg%3Fa:b&geheim"
        for (target, grammar) in [
            (
                "/v1/-/-/-/plain/",
                WebImageGrammar(allowedSources: [SourcePattern("http://b.test/")])
            ),
            ("/_/plain/", imgproxy), ("/unsafe/", thumbor),
        ] as [(String, any URLGrammar)] {
            let fault = #expect(throws: URLFault.self) {
                try grammar.plan(for: target + source, at: 0)
            }
            #expect(fault?.told == "the source is not allowed: http://a.test/b.jpg")
        }
    }

    @Test func `the reason for logs names a known option`() {
        let fault = #expect(throws: URLFault.self) {
            try WebImageGrammar().plan(for: "/v1/-/-/quality=700/plain/x", at: 0)
        }
        #expect(fault?.told == "quality: expected a whole number from 1 to 100")
        #expect(fault?.reason == "expected a whole number from 1 to 100, found '700'")
    }
}
