import CGTK4
import Foundation

/// The order of the pictures of a folder: ascending, the oldest and the smallest first, or
/// reversed.
struct PictureOrder: Equatable, Sendable {
    /// The property that is compared.
    enum Key: String, CaseIterable, Sendable {
        case name, date, size
    }

    var key = Key.name
    var isReversed = false

    /// Returns files in this order; files of the same date or size are in the order of their names.
    func sorted(_ files: [FolderFile]) -> [FolderFile] {
        let named = files.map { (file: $0, name: NaturalName($0.path)) }
        let sorted = named.sorted { one, other in
            switch key {
            case .date where one.file.date != other.file.date: one.file.date < other.file.date
            case .size where one.file.byteCount != other.file.byteCount:
                one.file.byteCount < other.file.byteCount
            default: one.name < other.name
            }
        }
        let ascending = sorted.map(\.file)
        return isReversed ? ascending.reversed() : ascending
    }
}

/// A file of a folder with the properties by which it is sorted.
struct FolderFile: Sendable {
    /// The path below the folder.
    let path: String
    /// The seconds of its last change since 1970.
    let date: Double
    let byteCount: Int
}

/// The name of a file in the order of the language, with numbers by value: 2 before 10.
struct NaturalName: Comparable {
    private let key: [UInt8]
    private let name: String

    init(_ name: String) {
        self.name = name
        let folded = g_utf8_casefold(name, -1)
        defer { g_free(folded) }
        let key = g_utf8_collate_key_for_filename(folded, -1)
        defer { g_free(key) }
        self.key = key.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) } ?? []
    }

    static func < (one: NaturalName, other: NaturalName) -> Bool {
        one.key == other.key
            ? one.name < other.name : one.key.lexicographicallyPrecedes(other.key)
    }
}
