import WebImageCoding
import WebImagePixels

/// A reader of options in addresses and presets.
struct ImgproxyReader {
    let grammar: ImgproxyGrammar
    let now: Int
    private(set) var options = ImgproxyOptions()
    /// The presets whose options are being read, the outermost one first.
    private(set) var openPresets: [String] = []
    private(set) var count = 0

    /// The most options of an address, with the options of its presets.
    private static let maxOptions = 10_000
    /// The most presets inside one another.
    private static let maxDepth = 32

    /// Reads one option with its arguments; `isInAddress` is `false` for an option of a preset.
    mutating func read(_ part: Substring, isInAddress: Bool) throws(URLFault) {
        let pieces = part.pieces(at: grammar.argumentsSeparator)
        let name = pieces[0]
        guard let option = ImgproxyOption(name: name), pieces.count > 1 else {
            throw URLFault(.option, part: name, "unknown option")
        }
        if isInAddress, let allowed = grammar.allowedOptions, !allowed.contains(String(name)) {
            throw URLFault(of: name, "the option is not allowed")
        }
        if case .limit = option, !grammar.allowsSecurityOptions {
            throw URLFault(.forbiddenOption, of: name, "limits are set by the server alone")
        }
        try countOption()
        let arguments = ImgproxyArguments(name: name, values: Array(pieces.dropFirst()))
        guard arguments.values.count <= option.maxArguments else {
            throw arguments.fault(option.maxArguments, expected: "fewer arguments")
        }
        switch option {
        case .sizing(let option): try options.set(option, arguments)
        case .picture(let option): try options.set(option, arguments)
        case .file(let option): try options.set(option, arguments, now: now)
        case .limit(let option): try options.set(option, arguments)
        case .ignored: break
        case .preset: for name in arguments.values { try usePreset(String(name)) }
        }
    }

    /// Reads the options of a preset; one that is being read already has no effect inside itself.
    mutating func usePreset(_ name: String) throws(URLFault) {
        guard let text = grammar.presets[name] else {
            throw URLFault(
                .option, part: "preset", "unknown preset '\(name.printable)'",
                told: "preset: unknown preset")
        }
        try countOption()
        if openPresets.contains(name) { return }
        guard openPresets.count < Self.maxDepth else {
            throw URLFault(of: "preset", "too many presets in one another")
        }
        openPresets.append(name)
        for part in text[...].pieces(at: "/") { try read(part, isInAddress: false) }
        openPresets.removeLast()
    }

    /// Sets the sizes of a client; the width is in its own pixels.
    mutating func setSizes(width: Int?, pixelRatio: Double?) {
        let ratio = pixelRatio.flatMap { $0 > 0 && $0.isFinite ? $0 : nil } ?? 1
        if pixelRatio != nil { options.sizing.pixelRatio = ratio }
        guard let width, width > 0 else { return }
        options.sizing.width = Int(bounding: (Double(width) / ratio).rounded())
    }

    private mutating func countOption() throws(URLFault) {
        count += 1
        guard count <= Self.maxOptions else {
            throw URLFault(.option, "there are more than \(Self.maxOptions) options")
        }
    }

    /// Sets the format that the source's extension names.
    mutating func setFormat(_ name: Substring) throws(URLFault) {
        let arguments = ImgproxyArguments(name: "format", values: [name])
        try options.set(ImgproxyFile.format, arguments, now: now)
    }
}
