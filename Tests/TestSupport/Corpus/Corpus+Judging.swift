public import WebImageCoding
public import WebImagePixels

extension Corpus {
    /// Returns the difference between the frames in a file's headers and the entry; `nil` for none.
    public static func judge(_ metadata: ImageMetadata, against entry: Entry) -> String? {
        guard entry.expectation == .decodes else { return nil }
        if metadata.frameCount != entry.frames { return "\(metadata.frameCount) frames" }
        if metadata.hasAlpha != entry.hasAlpha { return "alpha \(metadata.hasAlpha)" }
        guard entry.framesKind == "animation" else { return nil }
        if metadata.durations != entry.durationsMS.map({ .milliseconds($0) }) {
            return "durations \(metadata.durations), expected \(entry.durationsMS)"
        }
        if metadata.loopCount != entry.loopPlays { return "\(metadata.loopCount ?? -1) loops" }
        return nil
    }

    /// Returns the files of a format that must be rejected but are decoded.
    public static func wronglyAccepted(
        format: String, by decode: (ByteBlock) throws -> DecodeOutput
    ) -> [String] {
        entries(format: format)
            .filter { entry in
                guard entry.expectation == .mustError else { return false }
                return (try? decode(entry.load())) != nil
            }
            .map(\.path)
    }
}
