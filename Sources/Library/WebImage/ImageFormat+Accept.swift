import WebImageCaching
public import WebImageCoding

extension ImageFormat {
    /// Returns the format that a request accepts most, by its field `Accept`; nil if it names none
    /// of these.
    ///
    /// ```swift
    /// let format = ImageFormat.accepted(by: "image/avif,image/webp;q=0.9,*/*", among: [.webp, .avif])
    /// ```
    ///
    /// The highest weight (`q`) counts, then the order of `formats`. A weight of 0, or one that is
    /// no number from 0 to 1, refuses. Wildcards name no format: programs send them that show few.
    public static func accepted(
        by field: String?, among formats: [ImageFormat]
    ) -> ImageFormat? {
        let ranges = CacheDirectives.split(field ?? "").map { range in
            let parts = CacheDirectives.split(range, at: UInt8(ascii: ";")).map {
                $0.trimmingSpaces.lowercased()
            }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
            return (
                name: parts.first ?? "",
                weight: weight.map { Double(decimal: $0.dropFirst(2)) ?? 0 } ?? 1
            )
        }
        let weights = formats.map { format in
            ranges.first { $0.name == format.mediaType }
                .flatMap { $0.weight > 0 && $0.weight <= 1 ? $0.weight : nil } ?? 0
        }
        guard let highest = weights.max(), highest > 0 else { return nil }
        return zip(formats, weights).first { $0.1 == highest }?.0
    }
}
