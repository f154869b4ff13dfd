package import Foundation
import Synchronization
package import WebImageCaching
import WebImageCoding

/// A new folder that is removed with its last reference.
package final class DiskFolder: Sendable {
    package let path: String

    package init() throws {
        path = NSTemporaryDirectory() + "webimage-disk-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The paths of all files below, without folders and without the tables of usage.
    package var files: [String] {
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return names.map { "\(path)/\($0)" }.filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: name, isDirectory: &isFolder)
                && !isFolder.boolValue && !name.hasSuffix("/v1/usage")
        }.sorted()
    }

    /// The bytes of all files below; files removed meanwhile are not counted.
    package var byteCount: Int { byteCounts.reduce(0, +) }

    /// The bytes of each of those files.
    package var byteCounts: [Int] {
        let all = FileManager.default.enumerator(atPath: path)
        return all?.lazy.compactMap { $0 as? String }.compactMap { name in
            var status = stat()
            let isFile =
                lstat("\(path)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            return isFile ? Int(status.st_size) : nil
        } ?? []
    }

    /// Returns the file of the key's entry.
    package func file(of key: CacheKey) -> String { DiskLayout(folder: path).entry(key.sha256) }

    /// Writes a text file with its folders; the path is relative to this folder, with a leading
    /// slash.
    package func write(_ text: String, _ path: String) throws {
        let url = URL(filePath: self.path + path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// All files and folders below with owner, permissions, dates of change and bytes.
    package var snapshot: [String: String] {
        get throws {
            var found: [String: String] = [:]
            let names =
                FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
            for name in names {
                var status = stat()
                guard lstat("\(path)/\(name)", &status) == 0 else { continue }
                let isFile = status.st_mode & S_IFMT == S_IFREG
                let bytes = isFile ? try Data(contentsOf: URL(filePath: "\(path)/\(name)")) : Data()
                found[name] =
                    "\(status.st_uid) \(status.st_mode) \(status.st_mtim) \(bytes.base64EncodedString())"
            }
            return found
        }
    }

    package func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}

/// A clock that stands still until it is advanced.
package final class DiskClock: Sendable {
    private let date: Mutex<Date>

    package init(_ date: Date = Date(timeIntervalSince1970: 1_800_000_000)) {
        self.date = Mutex(date)
    }

    package var now: Date { date.withLock { $0 } }

    package func advance(by seconds: Double) { date.withLock { $0 += seconds } }
}

extension DiskCache {
    package func put(_ bytes: [UInt8], for key: CacheKey, head: EntryHead? = nil) throws {
        let writer = try writer(for: key, head: head ?? EntryHead(storedAt: Date()))
        try writer.append(array: bytes)
        try writer.commit()
    }

    package func get(_ key: CacheKey) throws -> [UInt8]? {
        try reader(for: key)?.bytes.array
    }
}

extension DataCacheWriter {
    package func append(array: [UInt8]) throws {
        try ByteBlock(copying: array).withSpan { bytes throws(DiskError) in try append(bytes) }
    }
}

/// Returns pseudorandom bytes, the same each time.
package func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var state = seed &* 2 &+ 0x9e37_79b9_7f4a_7c15
    return (0..<count).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
    }
}
