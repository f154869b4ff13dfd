import TestSupport
import Testing
import WebImageCoding
import WebImagePixels

@testable import WebImageURLs

/// Addresses that are made to break a reader.
@Suite struct ImgproxyHostileTests {
    private static let grammars: [ImgproxyGrammar] = {
        var second = ImgproxyGrammar()
        second.presets = ["default": "g:so:5", "a": "pr:b:a/w:5", "b": "pr:a:b"]
        second.allowsSecurityOptions = true
        second.baseURL = "http://a.test"
        second.replacements = [SourceReplacement(SourcePattern("h*p://*"), with: "${2}/${1}${9}")]
        second.allowedSources = [SourcePattern("*://*.test/*"), SourcePattern("local://")]
        var third = second
        (third.usesOnlyPresets, third.base64IncludesFileName) = (true, true)
        third.argumentsSeparator = ","
        return [ImgproxyGrammar(), second, third]
    }()

    /// Reads a target with every grammar, and finds the sizes of a picture by each plan.
    private func read(_ target: String) {
        for grammar in Self.grammars {
            guard let plan = try? grammar.plan(for: target, at: 1) else { continue }
            #expect(plan.source.utf8.allSatisfy { $0 >= 32 && $0 != 127 })
            for size in [PixelSize(0, 0), PixelSize(1, 1), PixelSize(3000, 1 << 24)] {
                let geometry = plan.sizing.plan(for: size)
                #expect(geometry.canvas.width > 0 && geometry.canvas.height > 0)
            }
        }
    }

    @Test(
        arguments: [
            "\u{0}", "/\u{0}/\u{0}", "/_/%00", "/_/plain/%00", "/_/plain/%2500",
            "/_/plain/%25%30%30",
            "/_/plain/http://a/%252e%252e/", "/_/plain/http://a/../../..", "/../../etc/passwd",
            "/_/plain/\u{FFFD}\u{FFFD}", "/_/w:\u{FFFD}/plain/http://a/", "/_/%", "/%/%", "/_/%3",
            "/_/plain/http://a/%u0041", "/_/plain/http://a/%ED%A0%80",
            "/_/plain/http://[::1]:99999/",
            "/_/plain/http://%61%2f@b/", "/_/w%3A%3A%3A/x", "/_/:::::/:::::", "/_/w:/:/:x:/",
            "/_/plain/@@", "/_/plain/@", "/_/.", "/_/..", "/_/./.", "/_/=", "/_/=.=", "/_/plain/?#",
            "/_/rs:fit:9223372036854775807:9223372036854775807:1:1:fp:1:1/plain/http://a/",
            "/_/c:1e308:1e308:so:1e308:-1e308/z:1e308:1e-308/dpr:1e308/plain/http://a/",
            "/_/c:1e-308:0.999999999/z:5e-324/dpr:5e-324/el:1/w:1/plain/http://a/",
            "/_/pd:9223372036854775807/dpr:1e6/mw:9223372036854775807/plain/http://a/",
            "/_/rot:-9223372036854775808/plain/http://a/",
            "/_/rot:-9223372036854775720/exp:-9223372036854775808/plain/http://a/",
            "/_/msr:1e308/mafr:1e-308/mrd:9223372036854775807/maf:9223372036854775807/plain/http://a/",
            "/_/bl:1e308/sh:1e308/pix:9223372036854775807/t:1e308/plain/http://a/",
            "/_/wm:1:re:1e308:-1e308:1e308/g:ce:1e308:-1e308/ex:1:ce:1e308/plain/http://a/",
        ]
    ) func `odd addresses are read or refused`(_ target: String) { read(target) }

    @Test func `random changes of addresses are read or refused`() {
        var random = SplitMix(state: 38)
        let seeds = [
            "/_/rs:fill:300:200:1:1:no:5:0.5/g:fp:0.1:0.2/plain/http://a.test/b%20c.jpg@webp",
            "/_/pr:a:b/c:0.5:10:sm/wm:0.5:re:1:2:0.5/bg:ff0000/fn:ZG9n:1/aHR0cDovL2EvYg.png",
            "/_/a,b/plain/local:///c/../d@png", "/_/msr:1.5/exp:5/fq:jpg:5/skp:png/plain/http:/a",
        ].map { Array($0.utf8) }
        let marks = Array("/:@.%?#,=&{}\\\u{0}\u{7f}09afxyz-+e ".utf8)
        for round in 0..<5000 {
            var bytes = seeds[round % seeds.count]
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                let mark = marks.randomElement(using: &random) ?? 0
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[index] = mark
                case 1: bytes.insert(mark, at: index)
                case 2: bytes.remove(at: index)
                default: bytes[index] = UInt8.random(in: 0...255, using: &random)
                }
                if bytes.isEmpty { bytes = [47] }
            }
            read(String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test func `a target beyond the bound is refused, whatever is in it`() {
        let long = "/_/plain/http://a/" + String(repeating: "%41", count: 350_000)
        #expect {
            try ImgproxyGrammar().plan(for: long, at: 0)
        } throws: {
            ($0 as? URLFault)?.kind == .path
        }
        let most = "/_/plain/http://a/" + String(repeating: "a", count: 16384 - 18)
        #expect((try? ImgproxyGrammar().plan(for: most, at: 0)) != nil)
        #expect((try? ImgproxyGrammar().plan(for: most + "a", at: 0)) == nil)
        #expect((try? ImgproxyGrammar().plan(for: "/_/plain/http://a/?" + long, at: 0)) == nil)
    }

    @Test(arguments: ["w:1/", "g:no:1:2/", "fq:jpg:1:png:2/", "skp:jpg/", "wm:1:re:1:1:1/", "cb:/"])
    func `thousands of options take linear time`(_ option: String) throws {
        var grammar = ImgproxyGrammar()
        grammar.maxTargetBytes = 2_000_000
        let most = String(repeating: option, count: 10_000)
        let time = try ContinuousClock().measure {
            _ = try grammar.plan(for: "/_/\(most)plain/http://a/b", at: 0)
        }
        #expect(time < .seconds(20))
        #expect(throws: URLFault.self) {
            try grammar.plan(for: "/_/\(most)\(option)plain/http://a/b", at: 0)
        }
    }

    @Test(
        arguments: [
            "/", ":", "%3A", "@", ".", "=", "?", "a", "%", "plain/", "/plain/", "w:", "%252e",
            "\u{301}",
            "*", "${1}", "A/", "9",
        ]
    ) func `thirty kilobytes of one mark take linear time`(_ mark: String) {
        let text = String(repeating: mark, count: 30_000 / mark.utf8.count)
        for var grammar in Self.grammars {
            grammar.maxTargetBytes = 2_000_000
            let time = ContinuousClock().measure {
                for head in ["/_/", "/_/w:", "/_/plain/http://a/", "/_/fn:", "/_/z:", "/"] {
                    _ = try? grammar.plan(for: head + text, at: 0)
                }
            }
            #expect(time < .seconds(40))
        }
    }
}
