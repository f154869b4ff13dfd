import Glibc
import WebImage

enum FileSystem {
    static func read(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else { throw BenchError("cannot open \(path)") }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&piece, 1, piece.count, file)
            if count == 0 { return bytes }
            bytes += piece[..<count]
        }
    }

    static func write(_ bytes: [UInt8], to path: String) throws {
        try bytes.withUnsafeBytes { try write($0, to: path) }
    }

    static func write(_ bytes: ByteBlock, to path: String) throws {
        try bytes.withUnsafeBytes { try write($0, to: path) }
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Makes a folder and its parents.
    static func makeFolder(_ path: String) throws {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/" + part
            guard mkdir(made, 0o755) == 0 || errno == EEXIST else {
                throw BenchError("cannot make \(made)")
            }
        }
    }

    /// Writes a file atomically, by a rename.
    private static func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws {
        let draft = path + ".draft"
        guard let file = fopen(draft, "w") else { throw BenchError("cannot write \(draft)") }
        let count = fwrite(bytes.baseAddress, 1, bytes.count, file)
        guard fclose(file) == 0, count == bytes.count, rename(draft, path) == 0 else {
            throw BenchError("cannot write \(path)")
        }
    }
}
