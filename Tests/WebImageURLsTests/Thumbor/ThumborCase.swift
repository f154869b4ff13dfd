import Foundation
import TestSupport
import WebImageCaching
import WebImageLoading
import WebImagePixels
import WebImageURLs

/// A request of the acceptance data of thumbor, and what its answer must be like.
struct ThumborCase: Decodable, Sendable, CustomStringConvertible {
    /// A value of a setting as it stands in JSON.
    enum Setting: Decodable, Sendable {
        case flag(Bool), number(Double), text(String), list([String])

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let flag = try? value.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? value.decode(Double.self) {
                self = .number(number)
            } else if let list = try? value.decode([String].self) {
                self = .list(list)
            } else {
                self = .text(try value.decode(String.self))
            }
        }

        /// The value as it stands in an environment variable.
        var text: String {
            switch self {
            case .flag(let flag): flag ? "true" : "false"
            case .number(let number): String(Int(number))
            case .text(let text): text
            case .list(let texts): texts.joined(separator: ",")
            }
        }
    }

    struct Signing: Decodable, Sendable {
        var path: String?
        var key: String?
        var quoted: Bool?
    }

    struct Request: Decodable, Sendable {
        var path: String
        var sign: Signing?
    }

    struct Source: Decodable, Sendable { var image: String? }

    /// Numbers or lists of them, of which the first one counts.
    struct Status: Decodable, Sendable {
        var first: Int

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let number = try? value.decode(Int.self) {
                first = number
            } else {
                first = try value.decode([Int].self).first ?? 0
            }
        }
    }

    /// A pixel: column, row, the colour's red, green and blue, and the difference that is allowed.
    struct Point: Decodable, Sendable {
        let x: Int
        let y: Int
        let color: [Int]
        let tolerance: Int

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            (x, y) = (try list.decode(Int.self), try list.decode(Int.self))
            (color, tolerance) = (try list.decode([Int].self), try list.decode(Int.self))
        }
    }

    struct Picture: Decodable, Sendable { var pixels: [Point]? }

    struct Expectation: Decodable, Sendable {
        var image: Picture?
        var status: Status?
        var width: Int?
        var height: Int?
        var format: String?
    }

    let id: String
    let env: [String: Setting]?
    let request: Request
    let source: Source?
    let expect: Expectation

    var description: String { id }

    /// All cases but those of other paths than pictures; none without the data.
    static let all: [ThumborCase] = {
        let file = Corpus.folder.deletingLastPathComponent()
            .appending(path: "acceptance/server/thumbor-cases.jsonl")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        return text.split(separator: "\n").compactMap { line in
            try? JSONDecoder().decode(ThumborCase.self, from: Data(line.utf8))
        }
        .filter { $0.request.path != "/healthcheck" }
    }()
}

extension ThumborCase {
    /// The settings as variables.
    var environment: [String: String] {
        var variables: [String: String] = [:]
        for (name, value) in env ?? [:] { variables["THUMBOR_\(name)"] = value.text }
        return variables
    }

    /// The target with its words filled in, and signed if it shall be.
    var target: String {
        let host = "http://127.0.0.1:18181"
        let address = "\(host)/c/\(id)/x.jpg"
        var path = request.path
        for (word, text) in [
            ("{src}", address), ("{src_esc}", address.spelling), ("{origin}", host),
            ("{srchost}", String(address.dropFirst(7))),
        ] {
            path = path.replacing(word, with: text)
        }
        guard let range = path.range(of: "{sig}/") else { return path }
        let key = request.sign?.key ?? env?["SECURITY_KEY"]?.text ?? ""
        let signed = Array(path[range.upperBound...].utf8)
        let code = Base64URL.encode(
            HMAC.sha1(of: signed, key: Array(key.utf8)), isPadded: true)
        let isQuoted = request.sign?.quoted == true
        let signature = isQuoted ? code.replacing("=", with: "%3D") : code
        return path.replacing("{sig}", with: signature)
    }

    /// The size of the source as its name tells, turned upright or not.
    func sourceSize(isUpright: Bool) -> PixelSize? {
        guard let name = source?.image else { return nil }
        if name.hasPrefix("jpg-exif"), let number = Int(name.suffix(1)) {
            return isUpright || number < 5 ? PixelSize(200, 100) : PixelSize(100, 200)
        }
        let sides = name.split(separator: "-").last?.split(separator: "x").compactMap { Int($0) }
        guard let sides, sides.count == 2 else { return nil }
        return PixelSize(sides[0], sides[1])
    }

    /// The size of a source without its margins; nil if it depends on the tolerance.
    var trimmedSize: PixelSize? {
        switch source?.image {
        case "png-trim-300x200"?: PixelSize(220, 100)
        case "png-rings-300x200"?: nil
        default: sourceSize(isUpright: false)
        }
    }
}
