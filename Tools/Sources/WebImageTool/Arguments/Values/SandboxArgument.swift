import ArgumentParser
package import WebImage
import WebImageSandbox

/// Reads `--sandbox`: the formats that are decoded in processes without rights.
package enum SandboxArgument: String, CaseIterable {
    /// All formats.
    case all
    /// Those whose libraries are loaded on first use; the others start no process.
    case onDemand = "on-demand"
    /// None.
    case off

    static func read(_ text: String) throws -> SandboxArgument {
        if let argument = SandboxArgument(rawValue: text) { return argument }
        throw ValidationError(
            FitArgument.unknown("sandbox", text, known: allCases.map(\.rawValue)))
    }

    /// Returns the codecs of the command, as this argument wants them.
    ///
    /// - Parameter worker: The executable that decodes; nil for this one.
    package func codecs(worker: String? = nil) -> CodecList {
        let codecs = WebImageCommand.codecs
        return switch self {
        case .all: .sandboxedOnFirstUse(codecs, worker: worker, onMissing: Self.tell)
        case .onDemand:
            .sandboxedOnFirstUse(
                codecs, formats: [.svg, .tiff, .avif, .heic, .jxl], worker: worker,
                onMissing: Self.tell)
        case .off: codecs
        }
    }

    /// Tells that pictures are decoded all the same.
    private static func tell(_ missing: [SandboxReport.Layer]) {
        let names = missing.map(\.rawValue).joined(separator: ", ")
        Output.standard.message(
            "webimage: pictures are decoded without a part of the sandbox that this system lacks: "
                + "\(names); 'webimage doctor' lists all parts")
    }
}
