import Foundation
import WebImage

/// The pictures of a list: of a text file with one URL on each line, or of several files.
struct ListSource: PictureSource {
    let title: String
    private var places: [PicturePlace]

    /// Reads a file; lines that begin with `#` are passed over.
    ///
    /// - Throws: `SourceFailure` if it cannot be read as text or has no lines.
    init(_ path: String) throws(SourceFailure) {
        title = URL(fileURLWithPath: path).lastPathComponent
        guard let data = FileManager.default.contents(atPath: path),
            let text = String(data: data, encoding: .utf8)
        else { throw SourceFailure("\(path): cannot be read as text") }
        places = text.split(whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("#") }
            .map { .address($0) }
        if places.isEmpty { throw SourceFailure("\(path): there are no URLs") }
    }

    /// Creates a list of pictures at places.
    init(_ title: String, _ places: [PicturePlace]) {
        (self.title, self.places) = (title, places)
    }

    var count: Int { places.count }

    func name(at index: Int) -> String { places[index].name }

    func request(at index: Int) -> ImageRequest {
        switch places[index] {
        case .file(let path): ImageRequest(ImageSource.file(path))
        case .address(let url): ImageRequest(url)
        case .program: ImageRequest("")
        }
    }

    func place(at index: Int) -> PicturePlace { places[index] }

    func removing(at index: Int) -> any PictureSource {
        var rest = self
        if places[index].path != nil { rest.places.remove(at: index) }
        return rest
    }
}
