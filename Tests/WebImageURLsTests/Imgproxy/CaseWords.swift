import Foundation
import WebImageURLs

/// The words in braces of the acceptance data, and their texts for one case.
struct CaseWords {
    private let id: String
    private let file: String
    private let now: Int
    private let origin = "http://127.0.0.1:18181"

    init(id: String, file: String, now: Int) { (self.id, self.file, self.now) = (id, file, now) }

    /// Returns the name of a picture's file.
    static func file(of image: String) -> String {
        switch image {
        case "": "x.jpg"
        case "text": "text.txt"
        case "html", "mp4": "\(image).\(image)"
        case "html-as-jpg", "empty": "\(image).jpg"
        default: "\(image).\(image.prefix { $0 != "-" })"
        }
    }

    /// Returns a text with its words filled in; others stay.
    func filled(_ text: String) -> String {
        text.replacing(/\{([a-z][a-z0-9_]*)(?::([^{}]*))?\}/) { match -> Substring in
            let argument: Substring = match.output.2 ?? ""
            let word = self.text(of: String(match.output.1), String(argument))
            return word.map { $0[...] } ?? match.output.0
        }
    }

    private func text(of word: String, _ argument: String) -> String? {
        let path = "c/\(id)/\(file)"
        let source = "\(origin)/\(path)"
        return switch word {
        case "origin": origin
        case "originhost": String(origin.dropFirst(7))
        case "originport": "18181"
        case "root", "file": "/tmp"
        case "lines": lines(argument)
        case "data", "b64": Base64URL.encode(Array(argument.utf8))
        case "now": String(now + (Int(argument) ?? 0))
        case "src": source
        case "srcpath": path
        case "srchost": String(source.dropFirst(7))
        case "src_esc": source.addingPercentEncoding(withAllowedCharacters: Self.unreserved)
        case "src_b64": Base64URL.encode(Array(source.utf8))
        case "src_b64pad": Base64URL.encode(Array(source.utf8), isPadded: true)
        case "src_b64_split": split(Base64URL.encode(Array(source.utf8)))
        case "srcpath_b64": Base64URL.encode(Array(path.utf8))
        case "anyb64":
            Base64URL.encode(Array(argument.replacing("~", with: source).utf8))
        default: nil
        }
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    private func split(_ digits: String) -> String {
        stride(from: 0, to: digits.count, by: 16).map { digits.dropFirst($0).prefix(16) }
            .joined(separator: "/")
    }

    /// Returns the path of a file with lines that bars part.
    private func lines(_ text: String) -> String? {
        let file = FileManager.default.temporaryDirectory.appending(
            path: "webimage-lines-\(text.utf8.reduce(0) { $0 &* 31 &+ Int($1) })")
        let written: Void? = try? text.replacing("|", with: "\n")
            .write(to: file, atomically: true, encoding: .utf8)
        return written == nil ? nil : file.path
    }
}
