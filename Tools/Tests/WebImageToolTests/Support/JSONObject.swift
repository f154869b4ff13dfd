import Foundation

/// A parsed JSON object with look-up by name.
struct JSONObject {
    private let members: [String: Any]

    init(_ text: String) throws {
        let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
        guard let members = value as? [String: Any] else { throw CocoaError(.fileReadCorruptFile) }
        self.members = members
    }

    private init(members: [String: Any]) { self.members = members }

    /// The names of all members, sorted.
    var names: [String] { members.keys.sorted() }
    func text(_ name: String) -> String? { members[name] as? String }
    func number(_ name: String) -> Int? { members[name] as? Int }
    func flag(_ name: String) -> Bool? { members[name] as? Bool }
    func numbers(_ name: String) -> [Double]? {
        (members[name] as? [Any])?.compactMap { ($0 as? NSNumber)?.doubleValue }
    }
    func list(_ name: String) -> [JSONObject] {
        (members[name] as? [Any] ?? []).map {
            JSONObject(members: $0 as? [String: Any] ?? [:])
        }
    }
    func isNull(_ name: String) -> Bool { members[name] is NSNull }
    func object(_ name: String) throws -> JSONObject {
        let data = try JSONSerialization.data(withJSONObject: members[name] ?? [:])
        return try JSONObject(String(decoding: data, as: UTF8.self))
    }
}
