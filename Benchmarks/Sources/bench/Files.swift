import Glibc
import WebImage

struct BenchError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Files without Foundation, whose tables of data would count as memory of the library.
enum Files {
    static func read(_ path: String) throws -> ByteBlock {
        guard let file = fopen(path, "rb") else { throw BenchError("cannot open \(path)") }
        defer { fclose(file) }
        fseek(file, 0, SEEK_END)
        var bytes = [UInt8](repeating: 0, count: ftell(file))
        rewind(file)
        let count = fread(&bytes, 1, bytes.count, file)
        return ByteBlock(copying: bytes[..<count])
    }

    /// Writes a file atomically, by a rename.
    static func write(_ bytes: ByteBlock, to path: String) throws {
        let draft = path + ".draft"
        guard let file = fopen(draft, "wb") else { throw BenchError("cannot write \(draft)") }
        let count = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
        guard fclose(file) == 0, count == bytes.count, rename(draft, path) == 0 else {
            throw BenchError("cannot write \(path)")
        }
    }
}
