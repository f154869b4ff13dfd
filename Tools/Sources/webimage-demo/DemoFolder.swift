import FoundationEssentials

/// The folder that the demo's files are written to.
struct DemoFolder: Sendable {
    /// The path given by the user.
    let path: String
    /// The paths of the written files, in order.
    private(set) var written: [String] = []

    /// Creates the folder if it is missing, with its parents.
    ///
    /// - Throws: `DemoFailure` if this fails.
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

    /// Writes or replaces a file; `name` is relative to the folder.
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

    /// Runs `body` with the path of a new folder, which is removed afterwards with its content.
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
