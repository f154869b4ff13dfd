import WebImage

/// The facts of a source that notes need, kept with the file that was made of it.
struct SourceFacts: Sendable {
    let format: ImageFormat?
    /// `true` if the picture had several frames to write.
    let isAnimated: Bool
    /// The data besides the picture that the file does not have, in words; nil for none, or if no
    /// note needs them.
    let lost: String?

    init(format: ImageFormat?, isAnimated: Bool, lost: AttachedData?) {
        (self.format, self.isAnimated) = (format, isAnimated)
        self.lost = lost?.isEmpty == false ? lost?.description : nil
    }

    /// Reads a text that ``spelling`` wrote.
    init(reading text: String) {
        let parts = text.split(separator: " ", maxSplits: 2)
        format = parts.first.flatMap { $0 == "-" ? nil : ImageFormat(rawValue: String($0)) }
        isAnimated = parts.dropFirst().first == "animated"
        lost = parts.count > 2 ? String(parts[2]) : nil
    }

    /// All of them in one text.
    var spelling: String {
        "\(format?.rawValue ?? "-") \(isAnimated ? "animated" : "still") \(lost ?? "")"
    }
}
