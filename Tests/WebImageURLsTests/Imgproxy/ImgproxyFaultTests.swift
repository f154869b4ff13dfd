import Testing
import WebImageURLs

/// Options that are refused, by their kind.
@Suite struct ImgproxyFaultTests {
    private func kind(
        _ options: String, _ change: (inout ImgproxyGrammar) -> Void = { _ in }
    ) -> URLFault.Kind? {
        var grammar = ImgproxyGrammar()
        change(&grammar)
        do throws(URLFault) {
            _ = try grammar.plan(for: "/_/\(options)/plain/http://a/b", at: 100)
            return nil
        } catch {
            return error.kind
        }
    }

    @Test(
        arguments: [
            "w:", "w:a", "w:-1", "w:1.5", "w:1:2", "w:9223372036854775808", "w:0x10", "w: 1", "w:١",
            "h:1e2", "mw:-1", "mh:", "s:a", "s:1:b", "s:1:1:1:1:sm", "s:1:1:1:1:re", "s:1:1:1:1:",
            "rs:fit:1:2:1:1:no:1:1:1:1", "rs:xxx", "rt:", "rt:fit:fill", "rt:Fit",
            "zoom:0", "zoom:a", "zoom:1:0", "z:", "z:1:", "z:1:1:1", "z:nan", "z:inf", "z:1e400",
            "z:-1", "z:0x10", "z:1e-400", "dpr:0", "dpr:", "dpr:1:2", "el:1:1", "ex:1:re",
            "ex:1:sm", "ex:1:", "exar:1:no:1:1:1", "g:", "g:xx", "g:re", "g:no:a", "g:no:1:1:1",
            "g:sm:1", "g:fp", "g:fp:0.5", "g:fp:2:0", "g:fp:0:-1", "g:fp:nan:0", "g:obj",
            "c:", "c:-1:1", "c:1:-1", "c:1:", "c:1:1:xx", "c:1:1:fp:0.5", "c:1:1:no:1:1:1",
            "t:a", "t:-1", "t:10:zz", "t:10:12", "t:10:fff:1:1:1", "pd:-1", "pd:1:a",
            "pd:1:1:1:1:1",
            "ar:1:1", "rot:45", "rot:", "rot:1.5", "rot:90:1", "fl:1:1:1", "bg:256:0:0",
            "bg:-1:0:0",
            "bg:1:2", "bg:1:2:3:4", "bg:12", "bg:gggggg", "bg:#ffffff", "bl:", "bl:-1", "sh:a",
            "pix:-1", "pix:1.5", "wm:", "wm:2", "wm:-0.1", "wm:1:xx", "wm:1:sm", "wm:1:fp",
            "wm:1:ce:a", "wm:1:ce:0:0:-1", "wm:1:ce:0:0:1:1:1:1", "q:101", "q:-1", "q:",
            "fq:", "fq:jpg", "fq:jpg:1:webp", "fq:jpg:-1", "fq:xyz:1", "mb:", "mb:-1", "f:",
            "f:xyz",
            "f:JPG", "f:jpg:png", "ext:mp4", "skp:", "skp:jpg:xyz", "raw:1:1", "cb:a:b", "exp:",
            "exp:a", "exp:1:2", "fn:a:1:2", "fn:!:1", "fn:AAo:1", "fn:_w:1", "fn:a\u{7f}",
            "att:1:1",
            "pr:", "pr:nope", ":1", "W:1", "min_width:1", "unknown:1", "é:1", "w\u{0}:1",
            "rs:fill:9999999999999999999:1", "rot:99999999999999999999",
        ]
    ) func `a bad argument is a fault of its option`(_ option: String) {
        #expect(kind(option) == .option)
    }

    @Test func `a time in the past is one of its own`() {
        #expect(kind("exp:99") == .expired)
        #expect(kind("exp:100") == nil)
    }

    @Test(arguments: ["msr:1", "max_src_file_size:0", "maf:0", "mafr:x", "mrd:50"])
    func `limits are refused unless they are allowed`(_ option: String) {
        #expect(kind(option) == .forbiddenOption)
        #expect(
            kind("pr:x") {
                $0.presets = ["x": option]
            } == .forbiddenOption)
    }

    @Test(
        arguments: [
            "msr:", "msr:0", "msr:-1", "msr:a", "msfs:-1", "msfs:a", "maf:0", "maf:-1", "mafr:a",
            "mrd:1:2", "mrd:-1",
        ]
    ) func `bad limits are faults of the option where they are allowed`(_ option: String) {
        #expect(kind(option) { $0.allowsSecurityOptions = true } == .option)
    }

    @Test func `only allowed names of options pass, as they are written`() {
        let change = { (grammar: inout ImgproxyGrammar) in
            grammar.allowedOptions = ["w", "pr"]
            grammar.presets = ["default": "h:5", "x": "bl:1"]
        }
        #expect(kind("w:1/pr:x", change) == nil)
        for option in ["width:1", "bl:1", "preset:x"] { #expect(kind(option, change) == .option) }
    }

    @Test func `the separator of arguments can be another one`() throws {
        let change = { (grammar: inout ImgproxyGrammar) in grammar.argumentsSeparator = "--" }
        #expect(kind("rs--fit--5", change) == nil)
        #expect(kind("w:5", change) == .source)
        #expect(kind("w:5") { $0.argumentsSeparator = "" } == .source)
    }

    @Test func `a fault names the option and shows the argument`() {
        #expect {
            try ImgproxyGrammar().plan(for: "/_/rs:fit:1\n/plain/http://a/b", at: 0)
        } throws: {
            "\($0)" == "rs: expected a whole number from 0, found '1?'"
        }
    }
}
