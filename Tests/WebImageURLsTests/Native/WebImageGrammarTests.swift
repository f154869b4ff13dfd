import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePixels
import WebImageTransforms
import WebImageURLs

@Suite struct WebImageGrammarTests {
    private let grammar = WebImageGrammar()
    private static let source = "aHR0cHM6Ly9leGFtcGxlLmNvbS9hLmpwZw"

    private func fault(
        _ target: String, by grammar: WebImageGrammar = WebImageGrammar(), at now: Int = 0
    ) -> URLFault? {
        do throws(URLFault) {
            _ = try grammar.plan(for: target, at: now)
            return nil
        } catch {
            return error
        }
    }

    @Test func `an address has transforms, options, a source and a format`() throws {
        let plan = try grammar.plan(
            for: "/v1/-/blur(3);circle/size=fill:300x200,dpr:2,at:north;quality=70;"
                + "background=ffffff80;metadata=drop-location/\(Self.source)@webp", at: 0)
        #expect(plan.transforms == [.blur(3), .circle()])
        #expect(plan.sizing.spelling == "fill:300x200,dpr:2,at:north")
        #expect(plan.source == "https://example.com/a.jpg")
        #expect(plan.encoding.format == .webp)
        #expect(plan.encoding.quality == 70)
        #expect(plan.encoding.stripsMetadata == false)
        #expect(plan.encoding.dropsLocation == true)
        #expect(plan.background?.spelling == "#ffffff80")
    }

    @Test(arguments: [
        ("source", FallbackPlan.source), (source, .picture("https://example.com/a.jpg")),
        ("https%3A%2F%2Fb.test%2Fa.png%3Fx", .picture("https://b.test/a.png?x")),
    ])
    func `a fallback is the source or another address`(
        value: String, fallback: FallbackPlan
    ) throws {
        let target = "/v1/-/-/fallback=\(value)/plain/https%3A%2F%2Fa.test%2F"
        let plan = try grammar.plan(for: target, at: 0)
        #expect(plan.fallback == fallback)
        #expect(try grammar.plan(for: grammar.address(of: plan), at: 0) == plan)
        #expect(!plan.told.contains("?x"))
        var guarded = WebImageGrammar()
        guarded.allowedSources = [SourcePattern("https://a.test/")]
        let kind: URLFault.Kind? = fallback == .source ? nil : .forbiddenSource
        #expect(fault(target, by: guarded)?.kind == kind)
        #expect(fault("/v1/-/-/fallback=%2A/plain/https%3A%2F%2Fa.test%2F")?.kind == .option)
    }

    @Test(arguments: [
        "aHR0cHM6Ly9leGFtcGxlLmNvbS9hLmpwZw", "aHR0cHM6Ly9/leGFtcGxlLm/NvbS9hLmpwZw",
        "plain/https://example.com/a.jpg", "plain/https%3A%2F%2Fexample.com%2Fa.jpg",
    ])
    func `sources are Base64 or plain`(_ source: String) throws {
        for format in ["", "@avif"] {
            let plan = try grammar.plan(for: "/v1/_/-/-/\(source)\(format)", at: 0)
            #expect(plan.source == "https://example.com/a.jpg")
            #expect(plan.encoding.format == (format.isEmpty ? nil : .avif))
            #expect(plan.transforms == [])
            #expect(plan.product == .picture)
        }
    }

    @Test func `signatures are those of one of the keys`() throws {
        let (one, two) = (Array("one".utf8), Array("two".utf8))
        let plan = ImagePlan(source: "https://example.com/a.jpg")
        let target = try WebImageGrammar(keys: [one]).address(of: plan)
        #expect(target == "/v1/P9tclSC9wvX25AiZsLCXP5sxz8tbpdHywaEBpvbknD4/-/-/\(Self.source)")
        #expect(fault(target, by: WebImageGrammar(keys: [two, one])) == nil)
        #expect(fault(target, by: WebImageGrammar(keys: [two]))?.kind == .signature)
        #expect(fault(target)?.kind == .signature)
        let signed = Array("/v1/-/-/\(Self.source)".utf8)
        let empty = Base64URL.encode(HMAC.sha256(of: signed, key: []))
        let careless = WebImageGrammar(keys: [[], one])
        #expect(fault("/v1/\(empty)/-/-/\(Self.source)", by: careless)?.kind == .signature)
        let keyed = WebImageGrammar(keys: [one])
        #expect(fault("/v1/-/-/-/\(Self.source)", by: keyed)?.kind == .signature)
        #expect(fault("/v1//-/-/\(Self.source)", by: keyed)?.kind == .signature)
        #expect(fault(target + "@webp", by: keyed)?.kind == .signature)
        #expect(fault(target.replacing("/-/-/", with: "/-/info/"), by: keyed)?.kind == .signature)
    }

    @Test(arguments: [
        ("/", URLFault.Kind.path), ("/v2/-/-/-/x", .path), ("/v1/-/-/-", .path),
        ("v1/-/-/-/x", .path),
        ("/v1/-/-/-/\(source)?x", .path), ("/v1/x/-/-/\(source)", .signature),
        ("/v1/-/-/-/", .source), ("/v1/-/-/-/a", .source), ("/v1/-/-/-/plain/", .source),
        ("/v1/-/-/-/plain/%FF", .source), ("/v1/-/-/-/plain/file:%2F%2F%2Fetc%2Fpasswd", .source),
        ("/v1/-/-/-/plain/https://a@b@webp", .source), ("/v1/-/-/-/aHR0cHM", .source),
        ("/v1/-/-/-/plain/local:%2F%2F%2F..%2Fa", .source),
        ("/v1/-/-/-/plain/http://a%00/", .source),
        ("/v1/-/-/-/\(source)@bmpx", .option), ("/v1/-/-/format=png/\(source)@png", .option),
        ("/v1/-//-/\(source)", .option), ("/v1/-/-//\(source)", .option),
        ("/v1/-/blur(3);/-/\(source)", .option), ("/v1/-/blur(/-/\(source)", .option),
        ("/v1/-/composite(url:x)/-/\(source)", .option), ("/v1/-/text(x)/-/\(source)", .option),
        ("/v1/-/-/quality=70;quality=71/\(source)", .option), ("/v1/-/-/info=1/\(source)", .option),
        ("/v1/-/-/quality/\(source)", .option), ("/v1/-/-/quality=0/\(source)", .option),
        ("/v1/-/-/quality=%2B5/\(source)", .option), ("/v1/-/-/quality=5%/\(source)", .option),
        ("/v1/-/-/max-bytes=99999999999999999999/\(source)", .option),
        ("/v1/-/-/size=fit:nanxinf/\(source)", .option), ("/v1/-/-/filename=/\(source)", .option),
        ("/v1/-/-/filename=a%0Ab/\(source)", .option), ("/v1/-/-/filename=%7F/\(source)", .option),
        ("/v1/-/-/max-pixels=5/\(source)", .forbiddenOption),
        ("/v1/-/-/expires=100/\(source)", .expired),
    ])
    func `faults have a kind`(_ target: String, _ kind: URLFault.Kind) {
        #expect(fault(target, at: 100)?.kind == kind)
    }

    @Test func `unknown names are told with the nearest one`() {
        #expect(
            fault("/v1/-/-/qualty=5/\(Self.source)")?.description
                == "qualty: unknown option; did you mean 'quality'?")
        #expect(
            fault("/v1/-/blurr(3)/-/\(Self.source)")?.description
                == "transforms: unknown transform 'blurr'; did you mean 'blur'?")
        #expect(
            fault("/v1/-/-/-/\(Self.source)@wepb")?.reason.hasSuffix("did you mean 'webp'?") == true
        )
        #expect(
            fault("/v1/-/-/metadata=dropp/\(Self.source)")?.reason
                == "expected keep, drop, drop-location; did you mean 'drop'?")
    }

    @Test func `an address ends at its time`() throws {
        let target = "/v1/-/-/expires=100/\(Self.source)"
        #expect(try grammar.plan(for: target, at: 99).expires == 100)
        #expect(fault(target, at: 101)?.kind == .expired)
    }

    @Test func `presets come before the options of an address`() throws {
        var grammar = grammar
        grammar.presets = [
            "small": "size=fit:30x20;quality=50;format=webp;max-frames=3", "loop": "preset=loop",
        ]
        let target = "/v1/-/-/quality=60;preset=small/\(Self.source)"
        let plan = try grammar.plan(for: target, at: 0)
        #expect(plan.encoding.quality == 60)
        #expect(plan.sizing.spelling == "fit:30x20")
        #expect(plan.limits.maxFrames == 3)
        #expect(try grammar.plan(for: target + "@png", at: 0).encoding.format == .png)
        #expect(fault("/v1/-/-/preset=loop/\(Self.source)", by: grammar)?.kind == .option)
        #expect(
            fault("/v1/-/-/preset=smal/\(Self.source)", by: grammar)?.reason
                == "unknown preset 'smal'; did you mean 'small'?")
    }

    @Test func `only allowed sources are read`() throws {
        var grammar = grammar
        grammar.allowedSources = ["https://example.com/", "http://*.good.test/"].map {
            SourcePattern($0)
        }
        for (source, isAllowed) in [
            ("https://example.com/a", true), ("HTTPS://EXAMPLE.com/a", true),
            ("http://x.good.test/", true), ("https://example.com@evil.test/", false),
            ("http://x.good.test.evil.test/", false), ("http://evil.test/x.good.test/", false),
            ("local:///a.jpg", false),
        ] {
            let found = fault("/v1/-/-/-/plain/\(source.spelling)", by: grammar)?.kind
            #expect(found == (isAllowed ? nil : .forbiddenSource), "\(source)")
        }
    }

    @Test func `settings are read from the environment`() throws {
        let grammar = try WebImageGrammar(environment: [
            "WEBIMAGE_KEYS": "6f6e65,74776f", "WEBIMAGE_ALLOWED_SOURCES": "https://example.com/",
            "WEBIMAGE_PRESETS": "small:size=fit:30x20;quality=50 big:size=fit:900x900",
            "WEBIMAGE_ALLOW_LIMITS": "true",
        ])
        #expect(grammar.keys == [Array("one".utf8), Array("two".utf8)])
        #expect(grammar.allowedSources.map(\.text) == ["https://example.com/"])
        #expect(grammar.presets.count == 2)
        #expect(grammar.presets["small"] == "size=fit:30x20;quality=50")
        #expect(grammar.allowsLimits)
        for text in ["small", "small:sizes=3", "small:preset=small", "a:info a:info"] {
            #expect(throws: SettingFault.self, "\(text)") {
                _ = try WebImageGrammar(environment: ["WEBIMAGE_PRESETS": text])
            }
        }
    }

    @Test func `long and broken addresses take no time`() {
        let source = Self.source
        for target in [
            "/v1/-/-/-/" + String(repeating: "A", count: 1 << 20),
            "/v1/-/" + String(repeating: "blur(1);", count: 2000) + "/-/\(source)",
            "/v1/-/-/" + String(repeating: "info;", count: 3000) + "/\(source)",
            "/v1/-/-/" + String(repeating: "a=", count: 8000) + "/\(source)",
            "/v1/-/" + String(repeating: "(", count: 16_000) + "/-/\(source)",
            "/v1/-/-/-/" + String(repeating: "/", count: 16_000),
            "/v1/-/-/-/plain/" + String(repeating: "%25", count: 5000),
            "/v1/-/-/size=" + String(repeating: ",", count: 16_000) + "/\(source)",
            String(repeating: "/", count: 16_000),
        ] {
            #expect(fault(target) != nil)
        }
    }
}
