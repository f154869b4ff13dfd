import WebImage
import WebImageURLs

/// The test of the grammars of addresses.
///
/// An input is the target of a request. Every target is a plan or an error, and every plan has
/// sizes.
struct AddressHarness {
    private let grammars: [any URLGrammar] = {
        var strict = ImgproxyGrammar()
        strict.presets = ["default": "g:so:5", "a": "pr:b:a/w:5", "b": "pr:a:b"]
        strict.allowsSecurityOptions = true
        strict.baseURL = "http://a.test"
        strict.replacements = [SourceReplacement(SourcePattern("h*p://*"), with: "${2}/${1}")]
        strict.allowedSources = [SourcePattern("*://*.test/*"), SourcePattern("local://")]
        var presets = strict
        (presets.usesOnlyPresets, presets.base64IncludesFileName) = (true, true)
        presets.argumentsSeparator = ","
        var signed = ImgproxyGrammar()
        signed.keys = [ImgproxyKey(key: [1], salt: [2])]
        signed.trustedSignatures = ["unsafe"]
        return [ImgproxyGrammar(), strict, presets, signed]
    }()

    func run(_ bytes: UnsafeRawBufferPointer) {
        let target = String(decoding: bytes, as: UTF8.self)
        for grammar in grammars {
            do throws(URLFault) {
                check(try grammar.plan(for: target, at: 1000))
            } catch {
                precondition(error.description.utf8.count < 2000)
            }
        }
    }

    private func check(_ plan: ImagePlan) {
        precondition(plan.source.utf8.allSatisfy { $0 >= 32 && $0 != 127 })
        precondition(plan.fileName?.utf8.allSatisfy { $0 >= 32 && $0 != 127 } ?? true)
        for size in [PixelSize(width: 1, height: 1), PixelSize(width: 3000, height: 1 << 24)] {
            let canvas = plan.sizing.plan(for: size).canvas
            precondition(canvas.width > 0 && canvas.height > 0)
        }
    }
}
