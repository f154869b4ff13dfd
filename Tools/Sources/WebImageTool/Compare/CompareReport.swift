import WebImage

/// The report of `compare`.
struct CompareReport {
    let sources: (Source, Source)
    let sizes: (PixelSize, PixelSize)
    /// Nil if the sizes differ.
    let comparison: PictureComparison?
    /// The colours of translucent pixels; nil if they do not count.
    let colors: ColorComparison?
    /// The samples of more than 8 bits; nil if they do not count.
    let depth: DeepComparison?
    /// `true` if they differ by no more than was permitted.
    let isAlike: Bool

    /// The object of `--json`; a PSNR of equal pictures is null, since it is infinite.
    var json: JSONValue {
        let decibels = comparison.map(\.psnr).map { Self.rounded($0, 100) }
        return .object([
            ("a", .text(sources.0.label)), ("b", .text(sources.1.label)),
            ("a_width", .number(sizes.0.width)), ("a_height", .number(sizes.0.height)),
            ("b_width", .number(sizes.1.width)), ("b_height", .number(sizes.1.height)),
            ("alike", .bool(isAlike)), ("equal", .bool(isEqual)),
            ("ssim", comparison.map { .fraction(Self.rounded($0.ssim, 1e6)) } ?? .null),
            ("psnr_db", decibels.map { .fraction($0) } ?? .null),
            ("max_difference", comparison.map { .number($0.maximum) } ?? .null),
            (
                "mean_difference",
                comparison.map { .fraction(Self.rounded($0.mean, 1e4)) } ?? .null
            ),
            ("differing_pixels", comparison.map { .number($0.differingCount) } ?? .null),
            ("max_color_difference", colors.map { .number($0.maximum) } ?? .null),
            ("differing_colors", colors.map { .number($0.count) } ?? .null),
            ("max_difference_16", depth.map { .number($0.maximum) } ?? .null),
            ("differing_pixels_16", depth.map { .number($0.count) } ?? .null),
        ])
    }

    private var isEqual: Bool {
        comparison?.maximum == 0 && colors?.maximum ?? 0 == 0 && depth?.maximum ?? 0 == 0
    }

    /// The line of text.
    var line: String {
        guard let comparison else {
            return "the sizes differ: \(sizes.0) and \(sizes.1)"
        }
        if let colors, colors.maximum > 0 {
            return
                "different: no difference is seen, but the colours of \(colors.count) translucent "
                + "pixels differ by at most \(colors.maximum)"
        }
        if let depth, depth.maximum > 0 {
            return "different: no difference is seen in 8 bits, but \(depth.count) pixels differ "
                + "by at most \(depth.maximum) of 65535"
        }
        guard comparison.maximum > 0 else { return "equal: \(sizes.0)" }
        let share = 100 * Double(comparison.differingCount) / Double(sizes.0.area)
        return "\(isAlike ? "alike" : "different"): SSIM \(Self.rounded(comparison.ssim, 1e6)), "
            + "PSNR \(Self.rounded(comparison.psnr, 100)) dB, "
            + "difference at most \(comparison.maximum), "
            + "\(Self.rounded(comparison.mean, 1e4)) on average; "
            + "\(comparison.differingCount) pixels (\(Self.rounded(share, 100)) %) beyond the tolerance"
    }

    private static func rounded(_ number: Double, _ steps: Double) -> Double {
        (number * steps).rounded() / steps
    }
}
