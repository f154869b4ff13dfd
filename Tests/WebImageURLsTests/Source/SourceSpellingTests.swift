import Testing
import WebImageLoading
import WebImageURLs

/// Spellings by which an address could leave the folder that a server allows.
@Suite struct SourceSpellingTests {
    private static let host = "http://good.test:9001"

    static let outside =
        [
            "/good/../a.jpg", "/good/%2e%2e/a.jpg", "/good/.%2e/a.jpg", "/good/..%2fa.jpg",
            "/good/..%2Fa.jpg", "/good/..%5ca.jpg", #"/good/..\a.jpg"#, #"/good\..\a.jpg"#,
            "/good/b/..%2f..%2fa.jpg", "/good/%252e%252e/a.jpg", "/good/..%252fa.jpg",
            "/good/..;/a.jpg",
            "/good/..;b=c/a.jpg", "/good/..%20/a.jpg", "/good/.%09./a.jpg", "/good/.%0d%0a./a.jpg",
            "/good/%00../a.jpg", "/good/..%00/a.jpg", "/good/../good/../a.jpg",
            "/good//../../a.jpg",
            "/good%2f..%2fa.jpg", "/good%2fa.jpg", #"/good\a.jpg"#, "/GOOD/a.jpg", "/goodx/a.jpg",
            "/good", "/%67ood/%2e%2e/a.jpg", "/x/pub/../../a.jpg", "/?/good/a.jpg", "/#/good/a.jpg",
        ].map { host + $0 } + [
            "http://good.test/good/a.jpg", "https://good.test:9001/good/a.jpg",
            "http://good.test.evil.test:9001/good/a.jpg", "http://good.test.:9001/good/a.jpg",
            "http://good.test:9001@evil.test/good/a.jpg", "http://evil.test:9001/good/a.jpg",
            "http://good.test:9001%2fgood%2f@evil.test/a.jpg", "http://good.test:90011/good/a.jpg",
            #"http://good.test:9001\good\@evil.test/a.jpg"#, "http:///good.test:9001/good/a.jpg",
            "http://evil.test#@good.test:9001/good/a.jpg", "http://evil.test?@good.test:9001/good/",
        ]

    static let inside =
        [
            "/good/a.jpg", "/good/b/../a.jpg", "/good/%61.jpg", "/%67ood/a.jpg", "/good/..a/...b",
            "/good/?../",
        ]
        .map { host + $0 } + [
            "HTTP://GOOD.test:9001/good/a.jpg", "http://u:p@good.test:9001/good/a.jpg",
        ]

    /// The targets of a source in the forms of all grammars, each with its reader.
    private func targets(_ source: String) -> [(target: String, grammar: any URLGrammar)] {
        let (text, folder) = (source.spelling, Self.host + "/good/")
        let digits = Base64URL.encode(Array(source.utf8))
        let own = WebImageGrammar(allowedSources: [SourcePattern(folder)])
        var other = ImgproxyGrammar()
        other.allowedSources = [SourcePattern(beginning: folder)]
        var based = ImgproxyGrammar()
        based.baseURL = folder
        var thumbor = ThumborGrammar(allowsUnsafe: true)
        #expect(thumbor.allowSources([#"http://good\.test:9001/good/"#]) == nil)
        return [
            ("/v1/-/-/-/plain/\(text)", own), ("/v1/-/-/-/\(digits)", own),
            ("/_/plain/\(text)", other), ("/_/\(digits)", other), ("/_/plain/\(text)", based),
            ("/unsafe/\(text)", thumbor),
        ]
    }

    @Test(arguments: outside) func `an address outside of the folder is refused`(_ source: String) {
        for (target, grammar) in targets(source) {
            // A base stands before an address that does not begin with it.
            if let base = (grammar as? ImgproxyGrammar)?.baseURL, !base.isEmpty,
                let plan = try? grammar.plan(for: target, at: 0)
            {
                #expect(plan.source.hasPrefix(base), "\(target)")
                #expect(plan.address.path.hasPrefix("/good/"), "\(target)")
                continue
            }
            #expect(throws: URLFault.self, "\(target)") { try grammar.plan(for: target, at: 0) }
        }
    }

    @Test(arguments: inside) func `an address inside is loaded as it came`(_ source: String) throws
    {
        for (target, grammar) in targets(source).prefix(4) {
            #expect(try grammar.plan(for: target, at: 0).source == source, "\(target)")
        }
    }
}
