import Foundation
import Testing
import WebImageURLs

@Suite struct ImgproxyGrammarEnvironmentTests {
    private func grammar(_ variables: [String: String]) throws(SettingFault) -> ImgproxyGrammar {
        var environment: [String: String] = [:]
        for (name, value) in variables { environment["IMGPROXY_" + name] = value }
        return try ImgproxyGrammar(environment: environment)
    }

    @Test func `without variables the grammar has its defaults`() throws {
        let grammar = try ImgproxyGrammar(environment: ["PATH": "/bin", "KEY": "zz"])
        #expect(grammar.keys.isEmpty)
        #expect(grammar.signatureSize == 32)
        #expect(grammar.presets.isEmpty)
        #expect(grammar.argumentsSeparator == ":")
        #expect(grammar.allowedOptions == nil)
        #expect(grammar.allowedSources.isEmpty)
        #expect(!grammar.usesOnlyPresets && !grammar.allowsSecurityOptions)
        #expect(!grammar.base64IncludesFileName)
    }

    @Test func `every variable sets its property`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "presets-\(UUID())")
        try "# presets\none=w:1\n".write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let grammar = try grammar([
            "KEY": "01,02ff", "SALT": "03, 04", "SIGNATURE_SIZE": "8",
            "TRUSTED_SIGNATURES": "a, b", "PRESETS": "two = h:2/exp:5 ; three=pr:one:two",
            "PRESETS_SEPARATOR": ";", "PRESETS_PATH": file.path, "ONLY_PRESETS": "true",
            "ALLOWED_PROCESSING_OPTIONS": "w, h", "ALLOW_SECURITY_OPTIONS": "1",
            "BASE_URL": "http://a/", "URL_REPLACEMENTS": "x:=y:;z://*/=http://${1}/?a=b",
            "BASE64_URL_INCLUDES_FILENAME": "T", "ALLOWED_SOURCES": "http://a/, http://*.b/",
        ])
        #expect(
            grammar.keys == [
                ImgproxyKey(key: [1], salt: [3]), ImgproxyKey(key: [2, 255], salt: [4]),
            ])
        #expect(grammar.signatureSize == 8)
        #expect(grammar.trustedSignatures == ["a", "b"])
        #expect(grammar.presets == ["one": "w:1", "two": "h:2/exp:5", "three": "pr:one:two"])
        #expect(grammar.usesOnlyPresets && grammar.allowsSecurityOptions)
        #expect(grammar.allowedOptions == ["w", "h"])
        #expect(grammar.baseURL == "http://a/")
        #expect(
            grammar.replacements == [
                SourceReplacement(SourcePattern("x:"), with: "y:"),
                SourceReplacement(SourcePattern("z://*/"), with: "http://${1}/?a=b"),
            ])
        #expect(grammar.base64IncludesFileName)
        #expect(grammar.allowedSources.map(\.text) == ["http://a/", "http://*.b/"])
        #expect(try self.grammar(["ARGUMENTS_SEPARATOR": ","]).argumentsSeparator == ",")
    }

    @Test(
        arguments: [
            (["KEY": "01"], "SALT"), (["SALT": "01"], "KEY"),
            (["KEY": "01,02", "SALT": "01"], "SALT"),
            (["KEY": "zz", "SALT": "zz"], "KEY"), (["SIGNATURE_SIZE": "0"], "SIGNATURE_SIZE"),
            (["SIGNATURE_SIZE": "33"], "SIGNATURE_SIZE"), (["PRESETS": "bad"], "PRESETS"),
            (["PRESETS": "a="], "PRESETS"), (["PRESETS": "=w:1"], "PRESETS"),
            (["PRESETS": "a=foo"], "PRESETS"), (["PRESETS": "a=w:x"], "PRESETS"),
            (["PRESETS": "a=w:1=2"], "PRESETS"), (["PRESETS": "a=pr:b"], "PRESETS"),
            (["PRESETS": "a=msr:1"], "PRESETS"), (["PRESETS_PATH": "/nonexistent"], "PRESETS_PATH"),
            (["URL_REPLACEMENTS": "nonsense"], "URL_REPLACEMENTS"),
            (["ONLY_PRESETS": "yes"], "ONLY_PRESETS"),
            (["ALLOW_SECURITY_OPTIONS": "on"], "ALLOW_SECURITY_OPTIONS"),
            (["BASE64_URL_INCLUDES_FILENAME": "2"], "BASE64_URL_INCLUDES_FILENAME"),
        ] as [([String: String], String)]
    ) func `a bad value is a fault of its variable`(
        variables: [String: String], name: String
    ) {
        #expect {
            try grammar(variables)
        } throws: {
            ($0 as? SettingFault)?.variable == "IMGPROXY_" + name
        }
    }
}
