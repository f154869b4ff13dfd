#if os(Linux)
    import Foundation
    import Glibc

    /// A child process, most often of `CacheChild`, which can be killed at any moment.
    ///
    /// Its functions block: call them from a separate thread (``onThread(_:)``).
    package final class ChildProcess {
        /// The termination status.
        package enum End: Equatable {
            case exited(Int32)
            case killed(by: Int32)
        }

        private let process: pid_t
        private let output: Int32
        private var pending: [UInt8] = []

        /// Starts `CacheChild`, whose executable is next to that of the tests.
        package convenience init(_ arguments: String...) throws {
            try self.init(named: "CacheChild", arguments)
        }

        /// Starts a program of this package.
        package convenience init(named name: String, _ arguments: [String]) throws {
            try self.init(program: BuiltProgram.path(of: name), arguments)
        }

        package init(program path: String, _ arguments: [String], showsErrors: Bool = true) throws {
            var ends: [Int32] = [0, 0]
            // Closed in children that other tests start concurrently, which would keep it open.
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw POSIXError(.EMFILE) }
            defer { close(ends[1]) }
            output = ends[0]
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
            if !showsErrors { posix_spawn_file_actions_adddup2(&actions, ends[1], 2) }
            var words = ([path] + arguments).map { strdup($0) } + [nil]
            defer { for word in words { free(word) } }
            var process = pid_t()
            let code = posix_spawn(&process, path, &actions, nil, &words, environ)
            guard code == 0 else { throw POSIXError(.init(rawValue: code) ?? .ENOEXEC) }
            self.process = process
        }

        deinit { close(output) }

        /// Reads the next line of output; `nil` after the last one.
        package func line() -> String? {
            while true {
                if let end = pending.firstIndex(of: 10) {
                    defer { pending.removeFirst(end + 1) }
                    return String(decoding: pending[..<end], as: UTF8.self)
                }
                var buffer = [UInt8](repeating: 0, count: 1 << 16)
                let count = read(output, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return nil }
                pending += buffer[..<count]
            }
        }

        /// Reads all remaining lines; the process must end by itself or have been killed.
        package func lines() -> [String] { Array(sequence(state: ()) { _ in self.line() }) }

        /// Sends SIGKILL, as the kernel does when memory is short.
        package func kill() { Glibc.kill(process, SIGKILL) }

        /// Waits for the end of the process.
        package func end() -> End {
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            let signal = status & 0x7f
            return signal == 0 ? .exited(status >> 8 & 0xff) : .killed(by: signal)
        }
    }

    /// Runs blocking work on a thread of its own.
    package func onThread<Answer: Sendable>(
        _ work: @escaping @Sendable () throws -> Answer
    ) async throws -> Answer {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
        }
    }
#endif
