import Foundation
import WebImage

/// The pictures of a text file with one URL on each line; lines that begin with `#` are passed over.
struct ListSource: PictureSource {
    let title: String
    private let urls: [String]

    /// Reads a file.
    ///
    /// - Throws: `SourceFailure` if it cannot be read as text or has no lines.
    init(_ path: String) throws(SourceFailure) {
        title = URL(fileURLWithPath: path).lastPathComponent
        guard let data = FileManager.default.contents(atPath: path),
            let text = String(data: data, encoding: .utf8)
        else { throw SourceFailure("\(path): cannot be read as text") }
        urls = text.split(whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("#") }
        if urls.isEmpty { throw SourceFailure("\(path): there are no URLs") }
    }

    var count: Int { urls.count }

    func name(at index: Int) -> String {
        let path = urls[index].prefix { $0 != "?" && $0 != "#" }
        let last = path.split(separator: "/").last.map(String.init) ?? urls[index]
        return last.removingPercentEncoding ?? last
    }

    func request(at index: Int) -> ImageRequest { ImageRequest(urls[index]) }
}
