import TestSupport
import WebImageCaching

#if os(Linux)
    import Foundation

    /// A small file system that exists as long as it is referenced.
    final class SmallDisk {
        let folder: DiskFolder

        static var isPossible: Bool { (try? SmallDisk(byteCount: 64 << 10)) != nil }

        init(byteCount: Int) throws {
            folder = try DiskFolder()
            try Self.run(
                "mount", "-t", "tmpfs", "-o", "size=\(byteCount),mode=700", "tmpfs", folder.path)
        }

        deinit {
            try? Self.run("umount", folder.path)
        }

        /// The file that takes all free space.
        var filling: String { folder.path + "/filling" }

        /// Takes all free space.
        func fill() throws {
            let file = open(filling, O_WRONLY | O_CREAT, 0o600)
            if file < 0 { throw CocoaError(.fileWriteUnknown) }
            defer { close(file) }
            let piece = [UInt8](repeating: 1, count: 4096)
            while write(file, piece, piece.count) > 0 {}
        }

        /// Frees the space.
        func empty() throws { try FileManager.default.removeItem(atPath: filling) }

        func makeReadOnly() throws {
            try Self.run("mount", "-o", "remount,ro", folder.path)
        }

        private static func run(_ arguments: String...) throws {
            // Foundation's `Process` ends under the address sanitizer.
            let child = try ChildProcess(program: "/usr/bin/env", arguments, showsErrors: false)
            if child.end() != .exited(0) { throw CocoaError(.executableLoad) }
        }
    }
#endif
