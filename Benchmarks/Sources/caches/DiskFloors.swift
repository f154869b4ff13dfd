import Glibc

/// The floors of the disk cache: the same system calls and nothing else.
enum DiskFloors {
    static func read(_ path: String) throws -> Int {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw CachesError("open") }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw CachesError("fstat") }
        let count = Int(status.st_size)
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 16)
        defer { buffer.deallocate() }
        guard Glibc.read(file, buffer, count) == count else { throw CachesError("read") }
        return Int(buffer.load(fromByteOffset: count / 2, as: UInt8.self))
    }

    static func miss(_ path: String) throws {
        guard open(path, O_RDONLY | O_CLOEXEC) < 0 else { throw CachesError("no miss") }
    }

    /// Writes a file under a temporary name and renames it.
    static func store(_ bytes: [UInt8], at path: String, aside: String) throws {
        let file = open(aside, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw CachesError("create") }
        let count = write(file, bytes, bytes.count)
        close(file)
        guard count == bytes.count else { throw CachesError("write") }
        guard rename(aside, path) == 0 else { throw CachesError("rename") }
    }
}

struct CachesError: Error {
    let action: String
    init(_ action: String) { self.action = action }
}
