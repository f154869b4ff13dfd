import FoundationEssentials

/// The folder that the demo's files are written to.
struct DemoFolder: Sendable {
    /// The path as the user gave it.
    let path: String
    /// What was written, in order.
    private(set) var written: [String] = []

    /// A folder, made with those above it if it is missing.
    ///
    /// - Throws: `DemoFailure` if it cannot be made.
    init(_ path: String) throws {
        self.path = path
        try Self.make(path)
    }

    private static func make(_ path: String) throws {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw DemoFailure("cannot make the folder \(path)")
        }
    }

    /// Writes a file in place of one of that name; its path is relative to the folder.
    ///
    /// - Throws: `DemoFailure` if it cannot be written.
    mutating func write(_ bytes: [UInt8], to name: String) throws {
        let file = path == "." ? name : "\(path)/\(name)"
        if let slash = file.lastIndex(of: "/") {
            try Self.make(String(file[..<slash]))
        }
        do {
            try Data(bytes).write(to: URL(filePath: file), options: .atomic)
        } catch {
            throw DemoFailure("cannot write \(file)")
        }
        written.append(file)
    }

    /// Runs `body` with the path of a new folder, which is removed afterwards with all that is in it.
    static func withTemporary<Result>(
        _ body: (String) async throws -> Result
    ) async throws -> Result {
        let number = String(UInt64.random(in: 0 ... .max), radix: 36)
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "webimage-demo-\(number)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder.path)
    }
}
