public import Foundation
public import WebImagePixels

/// The folder of sample pictures with the results of independent decoders.
///
/// It lies outside of the package, at `WEBIMAGE_CORPUS` or `../shared/corpus`; its README defines
/// the fields. Tests that need it are reported as skipped if it is missing.
public enum Corpus {
    /// The expected path of the folder.
    public static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["WEBIMAGE_CORPUS"], !path.isEmpty {
            return URL(fileURLWithPath: path, isDirectory: true)
        }
        let packageRoot = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return packageRoot.deletingLastPathComponent().appending(path: "shared/corpus")
    }()

    /// Every file of the corpus; empty if it is missing.
    public static let all: [Entry] = {
        guard let data = try? Data(contentsOf: folder.appending(path: "reference.json")) else {
            return []
        }
        let decoder = JSONDecoder()
        // The signature of one file is NaN, which plain JSON cannot express.
        decoder.allowsJSON5 = true
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        do {
            return try decoder.decode(Reference.self, from: data).entries
        } catch {
            // An unreadable corpus must not look like a missing one.
            preconditionFailure("\(folder.path): reference.json cannot be read: \(error)")
        }
    }()

    /// `true` if the folder exists.
    public static let isAvailable: Bool =
        FileManager.default.fileExists(atPath: folder.appending(path: "reference.json").path)

    /// Returns the files whose content is of `format`: `jpeg`, `png`, `apng`, …, `unknown`.
    public static func entries(format: String) -> [Entry] {
        all.filter { $0.format == format }
    }

    /// Returns the fault of a decoder's first frame; `nil` if it is as expected.
    ///
    /// Follows `compare.py`: for a file that must error any pixels are wrong, for one that may
    /// error any are right; the others are compared in size and colour.
    ///
    /// - Parameter bitmap: The picture, upright and in sRGB.
    public static func judge(_ bitmap: Bitmap, against entry: Entry) -> String? {
        switch entry.expectation {
        case .mustError: return "decoded as \(bitmap.size), but must be refused"
        case .mayError: return nil
        case .decodes: break
        }
        let slack = entry.format == "svg" ? 1 : 0
        if entry.dimsCheck == "strict", let width = entry.width, let height = entry.height,
            abs(bitmap.size.width - width) > slack || abs(bitmap.size.height - height) > slack
        {
            return "size \(bitmap.size), expected \(width)x\(height)"
        }
        // For other code points than sRGB's, the decoders of the reference show unconverted
        // numbers.
        guard entry.colorCheck != "none", !entry.note.contains("not converted in reference")
        else { return nil }
        return ColorSignature(of: bitmap).mismatch(with: entry.renderings)
    }

    private struct Reference: Decodable {
        let entries: [Entry]
    }
}
