import Testing
import WebImageCoding
import WebImageURLs

@Suite struct ImgproxySignatureTests {
    private static let first = ImgproxyKey(
        key: Array("test-key".utf8), salt: Array("test-salt".utf8))
    private static let second = ImgproxyKey(
        key: Array("test-key2".utf8), salt: Array("test-salt2".utf8))

    private func grammar(
        _ keys: [ImgproxyKey] = [first], size: Int = 32, trusted: [String] = []
    ) -> ImgproxyGrammar {
        var grammar = ImgproxyGrammar()
        (grammar.keys, grammar.signatureSize, grammar.trustedSignatures) = (keys, size, trusted)
        return grammar
    }

    /// Returns the kind of fault of a signature of `/asd`, which is signed but no source.
    private func kind(_ signature: String, _ grammar: ImgproxyGrammar) -> URLFault.Kind? {
        do throws(URLFault) {
            _ = try grammar.plan(for: "/\(signature)/asd", at: 0)
            return nil
        } catch {
            return error.kind
        }
    }

    private static let whole = "oWaL7QoW5TsgbuiS9-5-DI8S3Ibbo1gdB2SteJh3a20"

    @Test func `signatures are those that imgproxy publishes`() {
        let grammar = grammar([
            ImgproxyKey(key: Array("secret".utf8), salt: Array("hello".utf8))
        ])
        let path =
            "/rs:fill:300:400:0/g:sm/aHR0cDovL2V4YW1w/bGUuY29tL2ltYWdl/cy9jdXJpb3NpdHku/anBn.png"
        #expect(grammar.signed(path) == "/oKfUtW34Dvo2BGQehJFR4Nr0_rIjOtdtzJ3QFsUcXH8\(path)")
        #expect(self.grammar().signed("asd") == "/\(Self.whole)/asd")
        #expect(self.grammar(size: 8).signed("/asd") == "/oWaL7QoW5Ts/asd")
        let other = "jYz1UZ7j1BCdSzH3pZhaYf0iuz0vusoOTdqJsUT6WXI"
        #expect(self.grammar([Self.second]).signed("/asd") == "/\(other)/asd")
        #expect(ImgproxyGrammar().signed("/asd") == "/unsafe/asd")
    }

    @Test func `a right signature passes, and any other is refused`() {
        #expect(kind(Self.whole, grammar()) == .source)
        let wrong = [
            "unsafe", "AAAA", String(Self.whole.dropLast()), Self.whole + "A", Self.whole + "=",
            Self.whole.lowercased(), "oWaL7QoW5Ts", String(Self.whole.dropLast()) + "1",
            Self.whole.replacing("-", with: "+"), "%6f" + Self.whole.dropFirst(), "é",
        ]
        for signature in wrong { #expect(kind(signature, grammar()) == .signature) }
    }

    @Test func `all pairs of keys are tried, and pairs do not mix`() {
        let both = grammar([Self.second, Self.first])
        #expect(kind(Self.whole, both) == .source)
        #expect(kind("jYz1UZ7j1BCdSzH3pZhaYf0iuz0vusoOTdqJsUT6WXI", both) == .source)
        let mixed = grammar([ImgproxyKey(key: Self.first.key, salt: Self.second.salt)])
        #expect(kind(Self.whole, mixed) == .signature)
    }

    @Test func `a trusted text is taken in place of a signature`() {
        #expect(kind("partner", grammar(trusted: ["partner"])) == .source)
        #expect(kind("partner ", grammar(trusted: ["partner"])) == .signature)
    }

    @Test func `without keys any text is a signature but one with a colon`() {
        for text in ["unsafe", "_", "x"] { #expect(kind(text, ImgproxyGrammar()) == .source) }
        #expect(kind("rs:fit:1:1", ImgproxyGrammar()) == .signature)
    }

    @Test func `a signed target is read back`() throws {
        let source = "https://a.test/ä b@c.jpg?d=e%20&f#g"
        let target = grammar().target(of: source, options: ["w:5", "h:6"], format: "webp")
        let plan = try grammar().plan(for: target, at: 0)
        #expect(plan.source == source)
        #expect(plan.sizing.width == 5)
        #expect(plan.encoding.format == .webp)
        // Proxies merge slashes and escape colons behind the signature.
        let plain = grammar().signed("/w:5/plain/https://a.test/b.jpg")
        let changed = plain.replacing("w:5", with: "w%3A5").replacing("https://", with: "https:/")
        #expect(try grammar().plan(for: changed, at: 0).source == "https://a.test/b.jpg")
        #expect(throws: URLFault.self) {
            try grammar().plan(for: plain.replacing("w:5", with: "w:6"), at: 0)
        }
    }

    @Test func `no key is printed`() {
        #expect("\(Self.first)" == "a key of 8 bytes")
    }
}
