import WebImageCaching
public import WebImageCoding
import WebImageLoading
public import WebImagePixels
import WebImageTransforms

/// The addresses of thumbor 7, which also libthumbor and imagor write.
///
/// `/{signature or
/// unsafe}/meta/trim/10x20:110x120/fit-in/-300x200/left/top/smart/filters:…/{source}`, where every
/// part but the first and the last may be missing. The signature is HMAC-SHA1 of everything after
/// it, in Base64 of addresses with padding, whose `=` may be percent-encoded.
///
/// Filters are those of thumbor: quality, format, max_bytes, max_age, strip_exif, strip_icc, cover,
/// upscale, no_upscale, stretch, proportion, fill, background_color, rotate, round_corner,
/// watermark, blur, sharpen, brightness, contrast, saturation, grayscale. The others of thumbor
/// change nothing (``ignoredOptions``), and what thumbor does not have is left out, as there. So
/// are filters whose arguments have another form.
///
/// Some pictures differ from thumbor's. An area counts from the corner of the trimmed picture.
/// `300xorig` enlarges no picture. `smart` needs no detectors. A colour of `fill` that is made of
/// the picture is transparent, another one is also behind transparent pixels. Of the filter
/// `sharpen` the radius counts, of corners one radius, of a watermark's ratios the smaller one, and
/// a watermark that is repeated on one side is so on both.
///
/// ```swift
/// import WebImageURLs
///
/// let grammar = ThumborGrammar(allowsUnsafe: true)
/// let plan = try grammar.plan(for: "/unsafe/300x200/smart/example.com/a.jpg", at: 1_900_000_000)
/// ```
public struct ThumborGrammar: URLGrammar {
    /// The key of signatures; while it is empty no signature is right.
    public var key: [UInt8]
    /// `true` if addresses need no signature: `/unsafe/…`.
    public var allowsUnsafe: Bool
    /// `true` if there is a key.
    public var isSigned: Bool { !key.isEmpty }
    /// The longest width that an address may ask for, in pixels; 0 for any.
    public var maxWidth = 0
    /// The longest height that an address may ask for, in pixels; 0 for any.
    public var maxHeight = 0
    /// The most pixels of a source; 0 for the server's limit.
    public var maxPixels = 75_000_000
    /// The qualities of formats, 1 to 100, where an address states none.
    public var qualities: [ImageFormat: Int] = [.jpeg: 80, .webp: 80]
    /// `true` to turn pictures upright, `false` to leave them as they are stored.
    public var turnsUpright = false
    /// `true` to keep metadata that an address does not remove.
    public var keepsMetadata = false
    /// The weighting of neighbouring pixels when a picture is scaled.
    public var filter = ResampleFilter.lanczos
    /// Beginnings of sources that are allowed besides the ones of ``allowSources(_:)``, by the
    /// rules of `WebImageGrammar`; without either all are.
    public var allowedBeginnings: [SourcePattern] = []
    private var sources: [HostPattern] = []
    /// The filters of thumbor that change nothing here.
    public var ignoredOptions: [String] { ThumborIgnored.allCases.map(\.rawValue) }
    /// The need of signatures, and the allowed sources.
    public var access: GrammarAccess? {
        GrammarAccess(
            requiresSignatures: !allowsUnsafe, allowing: allowedBeginnings, hosts: sources)
    }

    /// Creates a grammar that allows all sources; the key is empty for none.
    public init(key: String = "", allowsUnsafe: Bool = false) {
        (self.key, self.allowsUnsafe) = (Array(key.utf8), allowsUnsafe)
    }

    /// Allows only sources whose host is one of a list, or matches one of its regular expressions.
    ///
    /// An expression is compared with the whole host, in lower case; one with a slash with the
    /// beginning of the whole address. An empty list allows all sources.
    ///
    /// - Returns: The first text that is no regular expression, nil if there is none; with one the
    ///   sources stay as they were.
    public mutating func allowSources(_ texts: [String]) -> String? {
        if let text = texts.first(where: { HostPattern($0) == nil }) { return text }
        sources = texts.compactMap(HostPattern.init)
        return nil
    }

    /// Reads the target of a request; a ``URLFault`` is of any kind but forbiddenOption and
    /// expired.
    public func plan(for target: String, at now: Int) throws(URLFault) -> ImagePlan {
        try Self.check(target: target)
        let text = Substring(target.utf8.dropFirst())
        guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else {
            throw URLFault(.path, part: text, "expected /unsafe/ or a signature, and a source")
        }
        let behind = text[text.utf8.index(after: slash)...]
        try check(text[..<slash], of: behind)
        let path = ThumborPath(behind)
        var plan = try unfiltered(path)
        let size = ThumborSizing(
            path: path, filters: try ThumborFilters(path.filters),
            most: PixelSize(width: max(0, maxWidth), height: max(0, maxHeight)))
        plan.sizing = size.rule
        plan.sizing.filter = filter
        if path.size.mirrorsColumns { plan.transforms.append(.flip(.horizontal)) }
        if path.size.mirrorsRows { plan.transforms.append(.flip(.vertical)) }
        var effects = ThumborEffects(plan: plan, size: size) { (text) throws(URLFault) in
            try source(text).text
        }
        try effects.apply()
        return effects.plan
    }

    private func check(_ signature: Substring, of text: Substring) throws(URLFault) {
        if signature == "unsafe" {
            guard allowsUnsafe else {
                throw URLFault(.signature, part: signature, "expected a signature")
            }
            return
        }
        let code = Base64URL.encode(HMAC.sha1(of: Array(text.utf8), key: key), isPadded: true)
        let found = signature.utf8.count < 64 ? String(spelling: signature) ?? "" : ""
        guard HMAC.isEqual(Array(found.utf8), Array(code.utf8)), !key.isEmpty else {
            throw URLFault(.signature, part: signature, "expected /unsafe/ or the right signature")
        }
    }

    /// Returns the plan of the settings and of the parts in front of the filters.
    private func unfiltered(_ path: ThumborPath) throws(URLFault) -> ImagePlan {
        var plan = ImagePlan(try source(path.source))
        plan.product = path.isInfo ? .info : .picture
        plan.turnsUpright = turnsUpright
        plan.encoding.formatQualities = qualities
        plan.encoding.stripsMetadata = !keepsMetadata
        plan.encoding.keepsCopyright = false
        plan.encoding.stripsProfile = false
        plan.limits.maxPixels = maxPixels > 0 ? maxPixels : nil
        if let trim = path.trim {
            // The distance of two colours is that in a cube; a channel alone has the root of a
            // third.
            let threshold = (Double(trim.tolerance) / 3.0.squareRoot() * 100).rounded() / 100
            plan.trim = .trim(
                threshold: min(threshold, 255), isOfBottomRight: trim.isBottomRight)
        }
        return plan
    }

    /// Returns the address of a source, which may be percent-encoded as a whole, or have no scheme.
    private func source(_ text: Substring) throws(URLFault) -> SourceAddress {
        let address = try SourceAddress(try Self.address(of: text))
        guard address.host != nil else {
            throw URLFault(.source, part: text, "http or https is needed")
        }
        let isAllowed =
            sources.isEmpty && allowedBeginnings.isEmpty
            || sources.contains { $0.allows(address) }
            || allowedBeginnings.contains { $0.allows(address) }
        guard isAllowed else {
            throw URLFault(
                .forbiddenSource, part: text, "the source is not allowed", source: address)
        }
        return address.withoutUser
    }

    private static func address(of text: Substring) throws(URLFault) -> String {
        guard !text.isEmpty else { throw URLFault(.source, "the address of the source is missing") }
        if hasScheme(text) { return String(text) }
        // Decoded once only: what is still encoded is a part of the address.
        if let decoded = String(spelling: text), hasScheme(decoded[...]) { return decoded }
        // A proxy has merged the slashes: `http` is no host.
        guard !["http:/", "https:/"].contains(where: { text.utf8.starts(with: $0.utf8) }) else {
            throw URLFault(.source, part: text, "expected two slashes after the scheme")
        }
        return "http://" + text
    }

    private static func hasScheme(_ text: Substring) -> Bool {
        guard let range = text.firstIndex(of: ":") else { return false }
        return text[range...].utf8.starts(with: "://".utf8)
            && !text[..<range].utf8.contains { [35, 47, 63].contains($0) }
    }
}
