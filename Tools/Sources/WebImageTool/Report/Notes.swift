import Synchronization
import WebImage

/// Tells on standard error, once each, of options that change nothing.
final class Notes: Sendable {
    private let told = Mutex<Set<String>>([])
    private let toldLosses = Mutex<Set<Loss.Kind>>([])
    private let output: Output
    /// `true` if only failures are reported.
    let isQuiet: Bool

    init(output: Output, isQuiet: Bool) {
        self.output = output
        self.isQuiet = isQuiet
    }

    /// Prints a note, unless it was printed before.
    func tell(_ note: String) {
        guard !isQuiet, told.withLock({ $0.insert(note).inserted }) else { return }
        output.message("webimage: note: \(note)")
    }

    /// Tells of the options of encoding without effect on a format.
    func tell(_ choices: [EncodingChoice], as format: ImageFormat) {
        for note in choices.compactMap({ $0.note(for: format) }) { tell(note) }
    }

    /// Tells of options without effect on what is written.
    func tellIdle(_ options: [String], on output: String) {
        for option in options { tell("\(option) has no effect on \(output)") }
    }

    /// Tells of a picture whose file ends before its pixels do, or is damaged within them.
    func tellTruncated(_ source: Source, _ metadata: ImageMetadata) {
        guard metadata.isTruncated else { return }
        tell(
            "\(source.display): the file is cut off or damaged, and is shown as far as it goes")
    }

    /// Tells of something that a source has and its output lacks, of each kind once a run.
    func tell(_ loss: Loss, of source: Source, as format: ImageFormat) {
        guard toldLosses.withLock({ $0.insert(loss.kind).inserted }) else { return }
        let codecs = WebImageCommand.codecs
        let isStill = loss.kind == .frames && codecs.animatedEncoder(for: format) == nil
        let reason =
            isStill ? ", since \(format) has no animations; \(codecs.animatedNames) have" : ""
        tell("\(source.display): not written: \(loss)\(reason)")
    }
}

extension CodecList {
    /// The formats of animations that can be written, as in `gif and webp`.
    var animatedNames: String {
        let formats = Set(encoders.map(\.format)).filter { animatedEncoder(for: $0) != nil }
        let names = formats.map(\.rawValue).sorted()
        guard let last = names.last, names.count > 1 else { return names.first ?? "none" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }
}
