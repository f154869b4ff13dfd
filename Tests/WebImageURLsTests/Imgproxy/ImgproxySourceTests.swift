import Testing
import WebImageCoding

@testable import WebImageURLs

@Suite struct ImgproxySourceTests {
    private func plan(
        _ path: String, _ change: (inout ImgproxyGrammar) -> Void = { _ in }
    ) throws(URLFault) -> ImagePlan {
        var grammar = ImgproxyGrammar()
        change(&grammar)
        return try grammar.plan(for: "/unsafe/\(path)", at: 0)
    }

    @Test(
        arguments: [
            ("plain/http://a/b.jpg", "http://a/b.jpg", nil),
            ("plain/http://a/b%40c%3Fd%25e@png", "http://a/b@c?d%e", .png),
            ("plain/http%3A%2F%2Fa%2Fb", "http://a/b", nil),
            ("plain/http://a/b@", "http://a/b", nil),
            ("plain/http://a/%C3%A4", "http://a/ä", nil),
            ("plain/http://a//b/", "http://a//b/", nil),
            ("aHR0cDovL2EvYg", "http://a/b", nil), ("aHR0cDovL2EvYg==", "http://a/b", nil),
            ("aHR0/cDov/L2EvYg.webp", "http://a/b", .webp), ("aHR0cDovL2EvYg.", "http://a/b", nil),
            ("/aHR0cDovL2EvYg", "http://a/b", nil), ("w:1//aHR0cDovL2EvYg", "http://a/b", nil),
            ("plain/http://a/%2520", "http://a/%20", nil),
        ] as [(String, String, ImageFormat?)]
    ) func `sources are plain or in Base64`(
        path: String, source: String, format: ImageFormat?
    ) throws {
        let plan = try plan(path)
        #expect(plan.source == source)
        #expect(plan.encoding.format == format)
    }

    @Test(
        arguments: [
            "plain/", "plain", "plain/@png", "plain/http://a/b@png@jpg", "plain/http://a/%zz",
            "plain/http://a/%", "plain/http://a/b@xyz", "plain/http://a/b@PNG",
            "plain/http://a/%00b", "plain/http://a/%0d%0Ab", "plain/http://a/%FF",
            "plain/http://a/%C0%AF", "plain/a.jpg", "plain/http:b", "plain//a", "plain/:", "!!",
            "aHR0cDovL2EvYg.png.jpg", "aHR0cDovL2EvYg.xyz", ".png", "====", "a", "AAAA", "__8",
            "foo/plain/http://a/b", "w:1/", "w:1", "w:1//plain/http://a/b", "enc/aHR0cDovL2EvYg",
            "fit/1/1/no/0/aHR0cDovL2EvYg", "auto/1/1/no/0/aHR0cDovL2EvYg",
        ]
    ) func `any other source is refused`(_ path: String) {
        #expect(throws: URLFault.self) { try plan(path) }
    }

    @Test func `a raw source has any extension`() throws {
        let plan = try plan("raw:1/plain/http://a/b@xyz")
        #expect(plan.product == .source)
        #expect(plan.encoding.format == nil)
    }

    @Test func `the name behind Base64 is left out on demand`() throws {
        let change = { (grammar: inout ImgproxyGrammar) in grammar.base64IncludesFileName = true }
        #expect(try plan("aHR0cDovL2EvYg/puppy.jpg", change).source == "http://a/b")
        #expect(try plan("aHR0cDovL2EvYg", change).source == "http://a/b")
        #expect(try plan("plain/http://a/b", change).source == "http://a/b")
    }

    @Test func `replacements come one after another, and then the base`() throws {
        let change = { (grammar: inout ImgproxyGrammar) in
            grammar.replacements = [
                SourceReplacement(SourcePattern("one:"), with: "two:"),
                SourceReplacement(SourcePattern("two:"), with: ""),
            ]
            grammar.baseURL = "http://a/"
        }
        #expect(try plan("plain/one:b", change).source == "http://a/b")
        #expect(try plan("plain/http://a/b", change).source == "http://a/b")
    }

    @Test(
        arguments: [
            ".evil.test/x", "@evil.test/x", ":1@evil.test/", "x", "%2Eevil.test/",
            "http://a.test.evil.test/", "http://evil.test/", "/b/%252e%252e", "/b/..%252fx",
            #"/b/..\x"#,
        ])
    func `an address does not go on with the host of the base`(_ address: String) throws {
        let change = { (grammar: inout ImgproxyGrammar) in grammar.baseURL = "http://a.test" }
        #expect(try plan("plain//x", change).source == "http://a.test/x")
        #expect(throws: URLFault.self) {
            try plan("plain/" + address.replacing("@", with: "%40"), change)
        }
    }

    @Test(arguments: ["../x", "b/../../x", "..%252fx", "..%255Cx", "%252e%252e/x", #"..\x"#])
    func `an address does not leave the folder of the base or of a replacement`(
        _ path: String
    ) throws {
        #expect(try plan("plain/pics:c/x") { $0 = Self.folders }.source == "http://a.test/b/c/x")
        for text in ["pics:\(path)", path, "to://b/\(path)"] {
            #expect(throws: URLFault.self, "\(text)") {
                try plan("plain/\(text)") { $0 = Self.folders }
            }
        }
    }

    private static var folders: ImgproxyGrammar {
        var grammar = ImgproxyGrammar()
        grammar.replacements = [
            SourceReplacement(SourcePattern("pics:"), with: "http://a.test/b/"),
            SourceReplacement(SourcePattern("to://*/"), with: "http://a.test/${1}/"),
        ]
        grammar.baseURL = "http://a.test/b/"
        return grammar
    }

    @Test(arguments: ["u:p%40evil.test/x", "u%40a.test/x"])
    func `no user comes into the host of a replacement`(_ rest: String) throws {
        let change = { (grammar: inout ImgproxyGrammar) in
            grammar.replacements = [
                SourceReplacement(SourcePattern("to://*/"), with: "http://pic-${1}/"),
                SourceReplacement(SourcePattern("pics:"), with: "http://"),
            ]
        }
        #expect(try plan("plain/to://a.test/x", change).source == "http://pic-a.test/x")
        for text in ["to://\(rest)", "pics:\(rest)"] {
            #expect(throws: URLFault.self) { try plan("plain/\(text)", change) }
        }
    }

    private static func replacing(
        _ beginning: String, with text: String
    ) -> (inout ImgproxyGrammar) -> Void {
        { $0.replacements = [SourceReplacement(SourcePattern(beginning), with: text)] }
    }

    @Test(
        arguments: [
            "https://svc:key@${1}.cdn.example/", "https://svc:${1}@cdn.example/",
            "https://svc:key@cdn.example:${1}/", "https://cdn-${1}.example/", "${1}://cdn.example/",
            "${1}//svc:key@cdn.example/",
        ],
        ["evil.test%3F", "evil.test%23", "evil.test%5C", "x%40evil.test", "x%40evil.test%3F"])
    func `a star in front of the host's end stays there`(replacement: String, star: String) {
        #expect(throws: URLFault.self) {
            try plan("plain//pics/\(star)/a.jpg", Self.replacing("/pics/*/", with: replacement))
        }
    }

    @Test func `a star has a port where the replacement has no user`() throws {
        #expect(
            try plan("plain/to:a.test:90/x", Self.replacing("to:*/", with: "http://${1}/")).source
                == "http://a.test:90/x")
        let change = Self.replacing("to:*/", with: "https://u:p@a-${1}/")
        #expect(try plan("plain/to:b.test/x", change).source == "https://u:p@a-b.test/x")
        #expect(throws: URLFault.self) { try plan("plain/to:b.test:90/x", change) }
    }

    @Test func `a star behind the host has any mark`() throws {
        let change = Self.replacing("to:*/", with: "https://u:p@a.test/${1}/")
        for star in ["b@c", "b:c", "b?c"] {
            let path = star.replacing("@", with: "%40").replacing("?", with: "%3F")
            #expect(
                try plan("plain/to:\(path)/x", change).source == "https://u:p@a.test/\(star)/x")
        }
    }

    @Test func `a replacement that is replaced keeps its host, too`() throws {
        let change = { (grammar: inout ImgproxyGrammar) in
            grammar.replacements = [
                SourceReplacement(SourcePattern("to:*/"), with: "cdn://svc:key@${1}.a.test/"),
                SourceReplacement(SourcePattern("cdn:"), with: "https:"),
            ]
        }
        #expect(try plan("plain/to:b/x", change).source == "https://svc:key@b.a.test/x")
        #expect(throws: URLFault.self) { try plan("plain/to:evil.test%3F/x", change) }
    }

    @Test(
        arguments: [
            ("https://u:p@cdn.example", "/x", "https://u:p@cdn.example/x"),
            ("https://u:p@CDN.example", "?x", "https://u:p@CDN.example?x"),
            ("https://u:p@cdn.example", ".evil.test/x", nil),
            ("https://u:p@cdn.example", ":90/x", nil),
            ("https://u:p@cdn.example", "@b.test/x", nil),
            ("https://u:p@", "b.test/x", nil),
            ("https://CDN.example", "/x", "https://CDN.example/x"),
            ("HTTPS://cdn-", "1.test/x", "HTTPS://cdn-1.test/x"),
            ("https://É.a", ".test/x", "https://É.a.test/x"), ("https://é", "/x", "https://é/x"),
            ("https://é", "té/x", nil),
            ("https://cdn.example", ":p@cdn.example/x", nil),
        ] as [(String, String, String?)])
    func `a replacement that ends within the host is its beginning, or with a user all of it`(
        replacement: String, rest: String, source: String?
    ) {
        let path = rest.replacing("@", with: "%40").replacing("?", with: "%3F")
        let plan = try? plan("plain//local\(path)", Self.replacing("/local", with: replacement))
        #expect(plan?.source == source)
    }

    @Test(arguments: [
        ("https://svc:key@cdn.example", ":x"), ("https://svc:key@cdn.example/", "/b/%252e%252e"),
        ("svc:key@cdn.example/", "x"), ("https://svc:key@cdn.example", ".evil.test/"),
    ])
    func `a fault tells the client's own text`(settings: String, text: String) throws {
        for change in [
            { $0.baseURL = settings }, Self.replacing("", with: settings),
        ] as [(inout ImgproxyGrammar) -> Void] {
            let fault = #expect(throws: URLFault.self) { try plan("plain/\(text)", change) }
            let told = (fault?.description ?? "") + (fault?.told ?? "")
            #expect(!told.contains("key") && !told.contains("svc"), "\(told)")
        }
        let fault = #expect(throws: URLFault.self) { try plan("plain/:x") }
        #expect(fault?.part == ":x")
    }

    @Test func `only allowed sources pass, in the form that is loaded`() throws {
        let change = { (grammar: inout ImgproxyGrammar) in
            grammar.allowedSources = [SourcePattern("http://a.test/c/")]
            grammar.baseURL = "http://a.test/"
        }
        #expect(try plan("plain/c/x.jpg", change).source == "http://a.test/c/x.jpg")
        for path in ["plain/d/x.jpg", "plain/x", "plain/C/x.jpg"] {
            #expect {
                try plan(path, change)
            } throws: {
                ($0 as? URLFault)?.kind == .forbiddenSource
            }
        }
    }
}
