#if HTTP && os(Linux)
    import Foundation
    import Glibc
    import Synchronization
    import TestSupport
    import Testing
    import WebImageOrigin
    import WebImageRedis

    /// A redis-server (or valkey-server, `WEBIMAGE_REDIS_SERVER`) on a free port of 127.0.0.1,
    /// which keeps nothing on disk and ends with its last reference, or with the tests.
    final class RedisProcess: Sendable {
        /// The path of the program.
        static let program =
            ProcessInfo.processInfo.environment["WEBIMAGE_REDIS_SERVER"] ?? "/usr/bin/redis-server"
        static let isInstalled = access(program, X_OK) == 0
        /// `true` if the program is linked with OpenSSL.
        static let speaksTLS =
            isInstalled
            && (try? Data(contentsOf: URL(filePath: program), options: .mappedIfSafe))?
                .range(of: Data("libssl.so".utf8)) != nil

        /// A server that tests share, each with prefixes of its own.
        static let shared = try? RedisProcess()

        let port: Int
        private let options: [String]
        private let state = Mutex<(shell: ChildProcess?, pid: pid_t)>((nil, 0))

        /// - Parameters:
        ///   - options: Further options, such as `--maxmemory 8mb`.
        ///   - starts: `false` for a port where nothing listens yet.
        init(_ options: [String] = [], starts: Bool = true) throws {
            port = try ClosedPort().port
            self.options = options
            if starts { try start() }
        }

        deinit { kill() }

        /// The options for TLS on a port, with a certificate of the tests.
        ///
        /// - Parameter folder: Receives the files.
        static func secure(
            _ port: Int, _ certificate: String, in folder: URL
        ) throws -> [String] {
            var options = ["--tls-port", "\(port)", "--tls-auth-clients", "no"]
            for (option, text) in [
                ("cert", certificate), ("key", TestCertificates.key),
                ("ca-cert", TestCertificates.authority),
            ] {
                let file = folder.appending(path: "\(option).pem")
                try Data("\(text)\n".utf8).write(to: file)
                options += ["--tls-\(option)-file", file.path]
            }
            return options
        }

        /// The address of a database, with an account.
        func address(_ account: String = "", database: Int = 0) throws -> RedisAddress {
            try #require(RedisAddress("redis://\(account)127.0.0.1:\(port)/\(database)"))
        }

        /// Starts the program and waits until it answers; tries again while another process has its
        /// port.
        func start() throws {
            for _ in 0..<10 {
                try spawn()
                for _ in 0..<400 {
                    if let client = RawClient(port: port), !client.ask(["PING"]).isEmpty { return }
                    usleep(10_000)
                }
                kill()
            }
            throw POSIXError(.EADDRINUSE)
        }

        private func spawn() throws {
            // The program ends with the tests, though they were killed: then the shell reads an
            // end.
            let script = "\"$@\" >/dev/null 2>&1 & echo $!; read -r _ <&1; kill -9 $! 2>/dev/null"
            let shell = try ChildProcess(
                program: "/bin/sh",
                ["-c", script, "sh", Self.program, "--port", "\(port)", "--bind", "127.0.0.1"]
                    + ["--save", "", "--appendonly", "no", "--enable-debug-command", "yes"]
                    + options)
            let pid = shell.line().flatMap { pid_t($0) } ?? 0
            state.withLock { $0 = (shell, pid) }
        }

        /// Sends SIGKILL to the program.
        func kill() {
            signal(SIGKILL)
            state.withLock { state in
                state.shell?.kill()
                _ = state.shell?.end()
                state = (nil, 0)
            }
        }

        /// Sends a signal to the program.
        func signal(_ number: Int32) {
            let pid = state.withLock { $0.pid }
            if pid > 1 { _ = Glibc.kill(pid, number) }
        }
    }

    /// A plain connection to a port of 127.0.0.1.
    final class RawClient {
        private let descriptor: Int32

        init?(port: Int) {
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            let size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let status = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, size)
                }
            }
            if status != 0 { return nil }
        }

        deinit { close(descriptor) }

        /// Sends a command and returns what the first read brings.
        func ask(_ words: [String]) -> String {
            let text = words.reduce("*\(words.count)\r\n") { "\($0)$\($1.utf8.count)\r\n\($1)\r\n" }
            return String(decoding: exchange(Array(text.utf8)), as: UTF8.self)
        }

        /// Sends bytes and returns what the first read brings.
        func exchange(_ bytes: [UInt8]) -> [UInt8] {
            _ = bytes.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            let count = recv(descriptor, &bytes, bytes.count, 0)
            return Array(bytes.prefix(max(count, 0)))
        }
    }

    /// The events of a cache.
    final class EventList: Sendable {
        private let list = Mutex<[RedisEvent]>([])

        var all: [RedisEvent] { list.withLock { $0 } }
        var texts: [String] { all.map(\.description) }

        func add(_ event: RedisEvent) { list.withLock { $0.append(event) } }
    }
#endif
