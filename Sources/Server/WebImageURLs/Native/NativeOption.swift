import WebImageCoding
import WebImageTransforms

/// An option of the library's own addresses, `name=value` or the name alone, in the order of
/// writing.
enum NativeOption: String, CaseIterable {
    /// Other options by their common name: `preset=small`.
    case preset
    /// A description of the picture as JSON in place of the picture.
    case info
    /// The source's bytes in place of the picture.
    case source
    /// Margins that are cut before everything else, by the arguments of the transform: `trim=10`.
    case trim
    /// The rule of sizes in its spelling: `size=fill:300x200,dpr:2`.
    case size
    /// The colour behind transparent pixels: `background=ffffff`.
    case background
    /// The format, as after the source: `format=webp`.
    case format
    /// The quality, 1 to 100.
    case quality
    /// The most bytes of the file.
    case maxBytes = "max-bytes"
    /// The metadata of the file: `keep`, `drop` or `drop-location`.
    case metadata
    /// The colour profile of the file: `keep` or `drop`, which converts to sRGB.
    case profile
    /// The gain map of the file: `keep` or `drop`.
    case gainMap = "gain-map"
    /// The bits of samples of the file: `keep`, where the format has more than 8, or `8`.
    case depth
    /// The time at which the address ends, in seconds since 1970.
    case expires
    /// The seconds for which clients may keep the response.
    case maxAge = "max-age"
    /// The name that the file is saved with, without an extension.
    case filename
    /// A response that a browser saves in place of showing it.
    case download
    /// The answer in place of a picture that cannot be made: `source`, or the address of another
    /// one.
    case fallback
    /// The most pixels of the source, of all its frames.
    case maxPixels = "max-pixels"
    /// The most bytes of the source.
    case maxSourceBytes = "max-source-bytes"
    /// The most frames of an animation; later ones are dropped.
    case maxFrames = "max-frames"

    /// `true` if the option is a bound of sources.
    var isLimit: Bool {
        switch self {
        case .maxPixels, .maxSourceBytes, .maxFrames: true
        case .preset, .info, .source, .trim, .size, .background, .format, .quality, .maxBytes,
            .metadata, .profile, .gainMap, .depth, .expires, .maxAge, .filename, .download,
            .fallback:
            false
        }
    }

    /// Sets the property of a plan that the option states.
    func read(_ value: String?, into plan: inout ImagePlan) throws(URLFault) {
        switch self {
        case .preset: break
        case .info: plan.product = try bare(value, .info)
        case .source: plan.product = try bare(value, .source)
        case .download: plan.isAttachment = try bare(value, true)
        case .trim: plan.trim = try WebImageGrammar.transform("trim(\(try text(value)))")
        case .size: plan.sizing = try sizing(try text(value))
        case .background: plan.background = try color(try text(value))
        case .filename: plan.fileName = try name(value)
        case .fallback: plan.fallback = try fallback(try text(value))
        case .expires: plan.expires = try whole(value)
        case .maxAge: plan.maxAge = try whole(value, in: 0...Int.max)
        case .format: plan.encoding.format = try Self.format(try text(value))
        case .quality: plan.encoding.quality = try whole(value, in: 1...100)
        case .maxBytes: plan.encoding.maxByteCount = try whole(value)
        case .profile:
            plan.encoding.stripsProfile = try choice(try text(value), ["keep", "drop"]) == "drop"
        case .gainMap:
            plan.encoding.keepsGainMap = try choice(try text(value), ["keep", "drop"]) == "keep"
        case .depth:
            plan.encoding.depth = PixelDepth(
                word: try choice(try text(value), ["keep", "8", "hdr"]))
        case .metadata:
            let choice = try choice(try text(value), ["keep", "drop", "drop-location"])
            plan.encoding.stripsMetadata = choice == "drop"
            plan.encoding.dropsLocation = choice == "drop-location" ? true : nil
        case .maxPixels: plan.limits.maxPixels = try whole(value)
        case .maxSourceBytes: plan.limits.maxSourceBytes = try whole(value)
        case .maxFrames: plan.limits.maxFrames = try whole(value)
        }
    }

    /// Returns what the name alone states.
    private func bare<Value>(_ value: String?, _ meaning: Value) throws(URLFault) -> Value {
        guard value == nil else { throw fault("expected no value") }
        return meaning
    }

    func fault(_ reason: String, found: String? = nil) -> URLFault {
        URLFault(of: rawValue, reason, found: found)
    }

    private func text(_ value: String?) throws(URLFault) -> String {
        guard let value, !value.isEmpty else { throw fault("expected a value, found none") }
        return value
    }

    /// Returns a text that a header field may have in quotes or percent-encoded.
    private func name(_ value: String?) throws(URLFault) -> String {
        let text = try text(value)
        guard !text.hasControls else { throw fault("the name has control characters") }
        return text
    }

    /// Reads `source`, or an address as it is or in Base64 of addresses.
    private func fallback(_ text: String) throws(URLFault) -> FallbackPlan {
        if text == "source" { return .source }
        if text.contains("://") { return .picture(text) }
        guard let address = Base64URL.text(text) else {
            throw fault("expected source, or an address, as it is or in Base64 of addresses")
        }
        return .picture(address)
    }

    private func whole(
        _ value: String?, in range: ClosedRange<Int> = 1...Int.max
    ) throws(URLFault) -> Int {
        let text = try text(value)
        guard text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text),
            range.contains(number)
        else {
            throw fault("expected a whole number\(range.words)", found: String(text.prefix(40)))
        }
        return number
    }

    private func choice(_ text: String, _ choices: [String]) throws(URLFault) -> String {
        guard choices.contains(text) else {
            throw fault("expected \(choices.joined(separator: ", "))\(choices.hint(for: text))")
        }
        return text
    }

    private func sizing(_ text: String) throws(URLFault) -> TargetSizing {
        do throws(SizingError) {
            return try TargetSizing(text)
        } catch {
            throw URLFault(
                .option, part: rawValue, error.description,
                told: "\(rawValue): expected \(error.expected)")
        }
    }

    private func color(_ text: String) throws(URLFault) -> RGBAColor {
        guard let color = RGBAColor(spelling: text) else {
            throw fault("expected a colour such as 3366ff or 3366ff80")
        }
        return color
    }

    static func format(_ name: String) throws(URLFault) -> ImageFormat {
        ImageFormat(rawValue: try NativeOption.format.choice(name, ImageFormat.all.map(\.rawValue)))
    }

    /// Returns the value of a plan: nil if the plan states nothing, an empty text for the name
    /// alone.
    func value(in plan: ImagePlan) -> String? {
        switch self {
        case .preset: nil
        case .info: plan.product == .info ? "" : nil
        case .source: plan.product == .source ? "" : nil
        case .download: plan.isAttachment == true ? "" : nil
        case .trim:
            // What is between the parentheses, without the `#` of colours.
            plan.trim?.spelling.drop { $0 != "(" }.dropFirst().dropLast().filter { $0 != "#" }
        case .size: plan.sizing == TargetSizing() ? nil : plan.sizing.spelling
        case .background: plan.background.map { String($0.spelling.dropFirst()) }
        case .filename: plan.fileName
        case .fallback:
            plan.fallback.map { if case .picture(let address) = $0 { address } else { "source" } }
        case .expires: plan.expires.map(String.init)
        case .maxAge: plan.maxAge.map(String.init)
        // It is written after the source, which other programs can read.
        case .format: nil
        case .quality: plan.encoding.quality.map(String.init)
        case .maxBytes: plan.encoding.maxByteCount.map(String.init)
        case .metadata:
            plan.encoding.dropsLocation == true
                ? "drop-location" : plan.encoding.stripsMetadata.map { $0 ? "drop" : "keep" }
        case .profile: plan.encoding.stripsProfile.map { $0 ? "drop" : "keep" }
        case .gainMap: plan.encoding.keepsGainMap.map { $0 ? "keep" : "drop" }
        case .depth: plan.encoding.depth?.word
        case .maxPixels: plan.limits.maxPixels.map(String.init)
        case .maxSourceBytes: plan.limits.maxSourceBytes.map(String.init)
        case .maxFrames: plan.limits.maxFrames.map(String.init)
        }
    }
}

extension Sequence<String> {
    /// Returns the end of a fault that names the element of which a text may be a misspelling.
    func hint(for text: String) -> String {
        nearest(to: text).map { "; did you mean '\($0)'?" } ?? ""
    }
}
