import WebImageCaching
import WebImageLoading

/// The place of the URL in the response of a first step.
public struct TwoStepURLReading: Hashable, Sendable {
    private enum Place: Hashable, Sendable {
        case text
        case field([String])
        case header(String)
    }

    private let place: Place

    /// The whole text, with white space around the URL.
    public static let text = TwoStepURLReading(place: .text)

    /// A text in JSON, by its path of names, and of indices from 0 in lists, with dots between
    /// them, such as `data.url` or `images.0.src`.
    public static func field(_ path: String) -> TwoStepURLReading {
        TwoStepURLReading(
            place: .field(
                path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)))
    }

    /// A header field, in any case; the body is not read.
    ///
    /// A redirect is followed before: its `Location` is never seen.
    public static func header(_ name: String) -> TwoStepURLReading {
        TwoStepURLReading(place: .header(name))
    }

    /// `true` if the URL is in the body.
    var needsBody: Bool { if case .header = place { false } else { true } }

    /// The name for keys, which have only readings of a part of the response; nil for the text.
    var identity: String? {
        switch place {
        case .text: nil
        case .field(let path): "field \(path.map(\.spelling).joined(separator: "."))"
        case .header(let name): "header \(name.asciiLowered.spelling)"
        }
    }

    /// The name of the place.
    package var spelling: String { identity ?? "text" }

    /// Returns the text of the place.
    ///
    /// - Throws: The defect, without any text of the response.
    func text(in body: [UInt8], _ headers: HeaderFields) throws(TwoStepURLDefect) -> String {
        switch place {
        case .text:
            let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
            let content = body.starts(with: mark) ? body[mark.count...] : body[...]
            guard let text = String(validating: content, as: UTF8.self) else {
                throw TwoStepURLDefect(reason: "the response is not UTF-8")
            }
            return text
        case .field(let path):
            guard let node = try? JSONNode(reading: body) else {
                throw TwoStepURLDefect(reason: "the response is not JSON")
            }
            guard let text = node.value(at: path)?.text else {
                let name = path.joined(separator: ".")
                throw TwoStepURLDefect(reason: "the response has no text '\(name)'")
            }
            return text
        case .header(let name):
            guard let text = headers[name] else {
                throw TwoStepURLDefect(reason: "the response has no field \(name)")
            }
            return text
        }
    }
}

/// The reason for which a response of a first step names no URL.
struct TwoStepURLDefect: Error {
    let reason: String
}
