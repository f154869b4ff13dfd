import Foundation

/// A folder of one test, removed with it.
final class Folder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "webimage-tests-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        chmod(path, 0o755)
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Returns the path of a name inside.
    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file, and returns its path.
    @discardableResult
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let target = self(name)
        try FileManager.default.createDirectory(
            atPath: (target as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: target))
        return target
    }

    /// Returns the bytes of a file inside.
    func read(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: self(name))))
    }

    /// Returns the names inside, including hidden ones, sorted.
    func names(_ name: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: self(name)).sorted()
    }

    /// Returns all files below, sorted.
    func files() -> [String] {
        let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return all.filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: self(name), isDirectory: &isFolder)
                && !isFolder.boolValue
        }.sorted()
    }
}
