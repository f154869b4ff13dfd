import ArgumentParser
import WebImage

/// Reads `--chroma`.
enum ChromaArgument {
    private static let names: [(String, ChromaSubsampling)] = [
        ("444", .none), ("422", .horizontal), ("420", .both),
    ]

    static func read(_ text: String) throws -> ChromaSubsampling {
        if let found = names.first(where: { $0.0 == text }) { return found.1 }
        throw ValidationError(FitArgument.unknown("chroma", text, known: names.map(\.0)))
    }
}
