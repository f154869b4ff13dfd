#if HTTP
    import Foundation
    import Glibc
    import Synchronization
    import WebImageTesting

    /// A program of the system that serves a test on a port of 127.0.0.1, with a folder of its own.
    final class Program: Sendable {
        /// The reason that a program did not serve.
        struct Failure: Error {
            let output: String
        }

        let port: Int
        let folder: String
        private let process: pid_t

        /// Returns the path of an installed program.
        static func path(of name: String) -> String? {
            ["/usr/sbin/", "/usr/bin/", "/sbin/", "/bin/"].map { $0 + name }
                .first { access($0, X_OK) == 0 }
        }

        /// `true` if all of the programs are installed (`scripts/bootstrap test`).
        static func have(_ names: String...) -> Bool { names.allSatisfy { path(of: $0) != nil } }

        /// The ports that were given to programs.
        private static let ports = Mutex<Set<Int>>([])

        /// Returns a port that no other program of these tests gets, and that the system gives to
        /// none.
        private static func freePort() -> Int {
            while true {
                let port = Int.random(in: 10_240..<32_768)
                if ports.withLock({ $0.insert(port).inserted }), !isOpen(port) { return port }
            }
        }

        /// Starts a program, and waits until it accepts connections.
        ///
        /// - Parameters:
        ///   - files: The contents of files in its folder, by name.
        ///   - arguments: Its arguments; the port and the folder are given.
        init(
            _ name: String,
            files: (_ port: Int, _ folder: String) -> [String: String] = { _, _ in [:] },
            _ arguments: (_ port: Int, _ folder: String) -> [String]
        ) async throws {
            guard let path = Self.path(of: name) else {
                throw Failure(output: "\(name) is missing")
            }
            folder = "/tmp/webimage-program-\(UInt64.random(in: 0 ... .max))"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            var failure = Failure(output: "")
            // A program of another process may take the port before this one.
            for _ in 0..<5 {
                let port = Self.freePort()
                for (name, text) in files(port, folder) {
                    try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
                }
                let process = try Self.spawn(path, arguments(port, folder), "\(folder)/output")
                if await Self.serves(port, process) {
                    (self.port, self.process) = (port, process)
                    return
                }
                Self.end(process)
                let output = try? String(contentsOfFile: "\(folder)/output", encoding: .utf8)
                failure = Failure(output: output ?? "")
            }
            try? FileManager.default.removeItem(atPath: folder)
            throw failure
        }

        deinit {
            Self.end(process)
            try? FileManager.default.removeItem(atPath: folder)
        }

        /// Returns the lines of a file in its folder.
        func lines(of file: String) -> [String] {
            let text = try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            return (text ?? "").split(separator: "\n").map(String.init)
        }

        /// Returns the lines of a file, once it has some number of them.
        func lines(of file: String, atLeast count: Int) async -> [String] {
            _ = await eventually { self.lines(of: file).count >= count }
            return lines(of: file)
        }

        private static func spawn(
            _ path: String, _ arguments: [String], _ output: String
        ) throws -> pid_t {
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_addopen(
                &actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            posix_spawn_file_actions_adddup2(&actions, 1, 2)
            // A connection of another test's server would stay open as long as the program runs.
            // The header does not declare the function to Swift.
            if let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") {
                typealias CloseFrom =
                    @convention(c) (
                        UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32
                    ) -> Int32
                _ = unsafeBitCast(symbol, to: CloseFrom.self)(&actions, 3)
            }
            var words = ([path] + arguments).map { strdup($0) } + [nil]
            defer { for word in words { free(word) } }
            var process = pid_t()
            let code = posix_spawn(&process, path, &actions, nil, &words, environ)
            guard code == 0 else { throw POSIXError(.init(rawValue: code) ?? .ENOEXEC) }
            return process
        }

        /// Waits until the process serves a port; `false` if it ends or takes very long.
        private static func serves(_ port: Int, _ process: pid_t) async -> Bool {
            for _ in 0..<3000 {
                if isOpen(port) { return true }
                var status: Int32 = 0
                if waitpid(process, &status, WNOHANG) != 0 { return false }
                try? await Task.sleep(for: .milliseconds(10))
            }
            return false
        }

        private static func isOpen(_ port: Int) -> Bool {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            defer { close(descriptor) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(port).bigEndian
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            return withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                }
            }
        }

        private static func end(_ process: pid_t) {
            kill(process, SIGKILL)
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
        }
    }
#endif
