import Testing
import WebImageCaching
import WebImageCoding
import WebImagePixels
import WebImageTransforms
import WebImageURLs

@Suite struct ThumborGrammarTests {
    private let open = ThumborGrammar(allowsUnsafe: true)

    private func fault(_ target: String, by grammar: ThumborGrammar) -> URLFault.Kind? {
        do throws(URLFault) {
            _ = try grammar.plan(for: target, at: 0)
            return nil
        } catch {
            return error.kind
        }
    }

    @Test(arguments: [
        "/4M67Cgo96O040yiS4SfKEbIwaOo=/300x200/http://127.0.0.1:18181/i/jpg-1000x500.jpg",
        "/4M67Cgo96O040yiS4SfKEbIwaOo%3D/300x200/http://127.0.0.1:18181/i/jpg-1000x500.jpg",
        "/4M67Cgo96O040yiS4SfKEbIwaOo%3d/300x200/http://127.0.0.1:18181/i/jpg-1000x500.jpg",
        "/uFf-vpnyxOVkMxZWDPGz63AZ6Xg=/filters:convolution(1;2;1;2;4;2;1;2;1,3,true)"
            + "/http%3A%2F%2F127.0.0.1%3A18181%2Fi%2Fjpg-1000x500.jpg",
    ])
    func `signatures of libthumbor and imgora are right`(_ target: String) throws {
        let plan = try ThumborGrammar(key: "compat-key").plan(for: target, at: 0)
        #expect(plan.source == "http://127.0.0.1:18181/i/jpg-1000x500.jpg")
    }

    @Test func `a signature is right for its path and key only`() throws {
        let grammar = ThumborGrammar(key: "compat-key")
        let rest = "http://127.0.0.1:18181/i/jpg-1000x500.jpg"
        let signature = "4M67Cgo96O040yiS4SfKEbIwaOo="
        #expect(fault("/\(signature)/300x201/\(rest)", by: grammar) == .signature)
        #expect(fault("/\(signature)/300x200/\(rest)?x", by: grammar) == .signature)
        #expect(fault("/\(signature)/300x200/\(rest)", by: ThumborGrammar(key: "x")) == .signature)
        #expect(fault("/\(signature.dropLast())/300x200/\(rest)", by: grammar) == .signature)
        // The signature is removed in front only.
        #expect(fault("/\(signature)/\(signature)/300x200/\(rest)", by: grammar) == .signature)
        #expect(fault("/300x200/\(rest)", by: grammar) == .signature)
        #expect(fault("/unsafe/300x200/\(rest)", by: grammar) == .signature)
    }

    @Test func `without a key no signature is right`() {
        let code = "Xc_3-6O2yMtdpbWvLktJjjZVjn4="
        #expect(fault("/\(code)/example.com/a.jpg", by: ThumborGrammar()) == .signature)
        let empty = Base64URL.encode(
            HMAC.sha1(of: Array("example.com/a.jpg".utf8), key: []), isPadded: true)
        #expect(fault("/\(empty)/example.com/a.jpg", by: ThumborGrammar()) == .signature)
    }

    @Test(arguments: [
        ("example.com/a.jpg", "http://example.com/a.jpg"),
        ("EXAMPLE.com:8080/a.jpg", "http://example.com:8080/a.jpg"),
        ("https://example.com/a%20b.jpg", "https://example.com/a%20b.jpg"),
        ("example.com/a%20b.jpg", "http://example.com/a%20b.jpg"),
        ("https%3A%2F%2Fexample.com%2Fa%2520b.jpg", "https://example.com/a%20b.jpg"),
        ("example.com/a.jpg?x=1&u=http://y/", "http://example.com/a.jpg?x=1&u=http://y/"),
        ("http://example.com/300x200/a.jpg", "http://example.com/300x200/a.jpg"),
        ("example.com/a/../b.jpg", "http://example.com/b.jpg"),
        ("user:pass@example.com/a.jpg", "http://example.com/a.jpg"),
    ])
    func `sources have one address`(_ source: String, _ address: String) throws {
        #expect(try open.plan(for: "/unsafe/\(source)", at: 0).source == address)
        #expect(try open.plan(for: "/unsafe/300x200/smart/\(source)", at: 0).source == address)
    }

    @Test(arguments: [
        "", "ftp://example.com/a.jpg", "file:///etc/passwd", "local:///a.jpg",
        "http:/example.com/a",
        "http%253A%252F%252Fexample.com%252Fa.jpg", "http://", "http%3A%2F%2F%00/", "data:,x",
        "filters:abc/http://example.com/a.jpg", "http://a%2Fb/",
    ])
    func `sources of another form are refused`(_ source: String) {
        #expect(fault("/unsafe/\(source)", by: open) == .source)
    }

    @Test(arguments: ["/", "/unsafe", "unsafe/a", "", "/unsafe/a b", "/unsafe/a\u{0}b"])
    func `targets of another form are refused`(_ target: String) {
        #expect(fault(target, by: open) == .path)
    }

    @Test func `allowed sources are compared with the host that is asked`() throws {
        var grammar = open
        #expect(
            grammar.allowSources(["good.test", #".+\.fine\.test"#, "https?://cdn.test/a/"]) == nil)
        for source in [
            "good.test/a.jpg", "http://GOOD.test/a.jpg", "https://a.fine.test/", "cdn.test/a/b.jpg",
            "x@good.test/a.jpg",
        ] {
            #expect(fault("/unsafe/\(source)", by: grammar) == nil, "\(source)")
        }
        for source in [
            "evil.test/good.test", "good.test@evil.test/", "goodxtest/a.jpg", "fine.test/",
            "a.fine.test.evil.test/", "cdn.test/b.jpg", "cdn.test/a/../b.jpg",
            "http://evil.test/https://cdn.test/a/",
        ] {
            #expect(fault("/unsafe/\(source)", by: grammar) == .forbiddenSource, "\(source)")
        }
        let long = String(repeating: "a", count: 300) + ".fine.test/"
        #expect(fault("/unsafe/\(long)", by: grammar) == .forbiddenSource)
        #expect(fault("/unsafe/cdn.test/a/\(long)", by: grammar) == nil)
        let longer = String(repeating: "b", count: 3000)
        #expect(fault("/unsafe/cdn.test/a/\(longer)", by: grammar) == .forbiddenSource)
        #expect(grammar.allowSources(["fine.test", "("]) == "(")
        #expect(fault("/unsafe/good.test/a.jpg", by: grammar) == nil)
    }

    @Test func `settings are read from the environment`() throws {
        let grammar = try ThumborGrammar(environment: [
            "THUMBOR_SECURITY_KEY": "k", "THUMBOR_ALLOW_UNSAFE_URL": "false",
            "THUMBOR_MAX_WIDTH": "300", "THUMBOR_MAX_HEIGHT": "200", "THUMBOR_MAX_PIXELS": "7.5e7",
            "THUMBOR_QUALITY": "70", "THUMBOR_AVIF_QUALITY": "50",
            "THUMBOR_RESPECT_ORIENTATION": "True", "THUMBOR_PRESERVE_EXIF_INFO": "1",
            "THUMBOR_ALLOWED_SOURCES": "a.test, b.test",
        ])
        #expect(grammar.key == Array("k".utf8))
        #expect(!grammar.allowsUnsafe)
        #expect(grammar.maxWidth == 300)
        #expect(grammar.maxHeight == 200)
        #expect(grammar.maxPixels == 75_000_000)
        #expect(grammar.qualities == [.jpeg: 70, .webp: 70, .avif: 50])
        #expect(grammar.turnsUpright)
        #expect(grammar.keepsMetadata)
        let usual = try ThumborGrammar(environment: [:])
        #expect(usual.allowsUnsafe)
        #expect(usual.key.isEmpty)
        #expect(throws: SettingFault.self) {
            _ = try ThumborGrammar(environment: ["THUMBOR_QUALITY": "0"])
        }
        #expect(throws: SettingFault.self) {
            _ = try ThumborGrammar(environment: ["THUMBOR_ALLOWED_SOURCES": "a.test,("])
        }
    }

    @Test func `settings stand in a plan that states nothing`() throws {
        let plan = try open.plan(for: "/unsafe/meta/trim:20/example.com/a.jpg", at: 0)
        #expect(plan.product == .info)
        #expect(plan.turnsUpright == false)
        #expect(plan.encoding.stripsMetadata == true)
        #expect(plan.encoding.formatQualities == [.jpeg: 80, .webp: 80])
        #expect(plan.limits.maxPixels == 75_000_000)
        #expect(plan.trim == .trim(threshold: 11.55))
        let other = try open.plan(for: "/unsafe/trim:bottom-right:20/example.com/a.jpg", at: 0)
        #expect(other.trim == .trim(threshold: 11.55, isOfBottomRight: true))
    }
}
