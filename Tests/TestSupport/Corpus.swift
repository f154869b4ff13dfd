public import Foundation
public import WebImagePixels

/// The folder of sample pictures, with what independent decoders make of them.
///
/// It lies outside of the package, at `WEBIMAGE_CORPUS` or `../shared/corpus`; its README defines
/// the fields. Tests that need it are skipped visibly where it is missing.
public enum Corpus {
    /// Where the folder is expected.
    public static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["WEBIMAGE_CORPUS"], !path.isEmpty {
            return URL(fileURLWithPath: path, isDirectory: true)
        }
        let packageRoot = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return packageRoot.deletingLastPathComponent().appending(path: "shared/corpus")
    }()

    /// Every file of the corpus; empty where it is missing.
    public static let all: [Entry] = {
        guard let data = try? Data(contentsOf: folder.appending(path: "reference.json")) else {
            return []
        }
        let decoder = JSONDecoder()
        // One file's look is NaN, which plain JSON has no word for.
        decoder.allowsJSON5 = true
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        do {
            return try decoder.decode(Reference.self, from: data).entries
        } catch {
            // A corpus that is there but cannot be read must not look like one that is not there.
            preconditionFailure("\(folder.path): reference.json cannot be read: \(error)")
        }
    }()

    /// Whether the folder is there.
    public static let isAvailable: Bool =
        FileManager.default.fileExists(atPath: folder.appending(path: "reference.json").path)

    /// The files whose content is of `format`: `jpeg`, `png`, `apng`, …, `unknown`.
    public static func entries(format: String) -> [Entry] {
        all.filter { $0.format == format }
    }

    /// What is wrong with a decoder's first frame, nil when it is as expected.
    ///
    /// Follows `compare.py`: a file that must error is wrong with any pixels, one that may error is
    /// right with any, the others are compared in size and colour.
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
        guard entry.colorCheck != "none" else { return nil }
        return ColorSignature(of: bitmap).mismatch(with: entry.renderings)
    }

    private struct Reference: Decodable {
        let entries: [Entry]
    }
}
