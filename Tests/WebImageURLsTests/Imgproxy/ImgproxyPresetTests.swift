import Testing
import WebImageCoding
import WebImageURLs

@Suite struct ImgproxyPresetTests {
    private func plan(
        _ path: String, _ presets: [String: String], only: Bool = false
    ) throws(URLFault) -> ImagePlan {
        var grammar = ImgproxyGrammar()
        (grammar.presets, grammar.usesOnlyPresets) = (presets, only)
        return try grammar.plan(for: "/_/\(path)", at: 0)
    }

    private static let presets = [
        "thumb": "rs:fill:10:20/q:50", "png": "f:png", "wide": "w:30/pr:png",
    ]

    @Test func `the options of presets stand in their place`() throws {
        let plan = try plan("pr:thumb:wide/h:5/plain/http://a/b", Self.presets)
        #expect(plan.sizing.width == 30)
        #expect(plan.sizing.height == 5)
        #expect(plan.sizing.mode == .fill)
        #expect(plan.encoding.format == .png)
        #expect(try self.plan("w:9/pr:thumb/plain/http://a/b", Self.presets).sizing.width == 10)
        #expect(
            try self.plan("pr:png/plain/http://a/b@webp", Self.presets).encoding.format == .webp)
    }

    @Test func `the default preset comes first`() throws {
        let presets = ["default": "w:5/h:6", "thumb": "w:7"]
        let plan = try plan("h:8/plain/http://a/b", presets)
        #expect(plan.sizing.width == 5)
        #expect(plan.sizing.height == 8)
        #expect(try self.plan("thumb/plain/http://a/b", presets, only: true).sizing.height == 6)
    }

    @Test func `a preset has no effect inside itself`() throws {
        let presets = ["a": "w:100/pr:b", "b": "h:40/pr:a", "c": "pr:c:c/w:3"]
        let plan = try plan("pr:a/plain/http://a/b", presets)
        #expect(plan.sizing.width == 100)
        #expect(plan.sizing.height == 40)
        #expect(try self.plan("pr:c/plain/http://a/b", presets).sizing.width == 3)
    }

    @Test func `presets that name each other many times end`() {
        var doubled = ["p0": "w:1"]
        for level in 1..<31 { doubled["p\(level)"] = "pr:p\(level - 1):p\(level - 1)" }
        #expect(throws: URLFault.self) { try plan("pr:p30/plain/http://a/b", doubled) }
        var deep = ["p0": "w:1"]
        for level in 1..<100_000 { deep["p\(level)"] = "pr:p\(level - 1)" }
        #expect(throws: URLFault.self) { try plan("pr:p99999/plain/http://a/b", deep) }
        let wide = ["x": "pr:" + String(repeating: "x:", count: 7000) + "x", "y": "pr:x:x"]
        #expect(throws: URLFault.self) { try plan("pr:y/plain/http://a/b", wide) }
    }

    @Test func `addresses may have presets alone`() throws {
        let plan = try plan("thumb:png/plain/http://a/b", Self.presets, only: true)
        #expect(plan.sizing.width == 10)
        #expect(plan.encoding.format == .png)
        #expect(
            try self.plan("thumb/aHR0cDovL2EvYg.webp", Self.presets, only: true).encoding.format
                == .webp)
        for path in [
            "nope/plain/http://a/b", "thumb/w:10/plain/http://a/b", "w:10/plain/http://a/b",
            "thumb", "plain/http://a/b", "thumb:/plain/http://a/b",
        ] {
            #expect(throws: URLFault.self) { try self.plan(path, Self.presets, only: true) }
        }
    }

    @Test(arguments: ["", "w", "w:1/", "/w:1", "w:x", "plain/http://a/b"])
    func `each part of a preset is an option`(_ preset: String) {
        #expect(throws: URLFault.self) { try plan("pr:x/plain/http://a/b", ["x": preset]) }
    }

    @Test func `sizes of the client come before the default preset`() throws {
        var grammar = ImgproxyGrammar()
        let target = "/_/plain/http://a/b"
        let plan = try grammar.plan(for: target, at: 0, width: 301, pixelRatio: 2)
        #expect(plan.sizing.width == 151)
        #expect(plan.sizing.pixelRatio == 2)
        for (width, ratio) in [(0, 0.0), (-1, .nan), (0, .infinity)] {
            let plan = try grammar.plan(for: target, at: 0, width: width, pixelRatio: ratio)
            #expect(plan.sizing.width == 0)
            #expect(plan.sizing.pixelRatio == 1)
        }
        _ = try grammar.plan(for: target, at: 0, width: .max, pixelRatio: 1e-300)
        grammar.presets = ["default": "w:5"]
        let preset = try grammar.plan(for: target, at: 0, width: 301, pixelRatio: 2)
        #expect(preset.sizing.width == 5)
        #expect(preset.sizing.pixelRatio == 2)
    }
}
