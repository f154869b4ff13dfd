#if Sandbox && os(Linux)
    import Foundation
    import Glibc
    import TestSupport

    /// A child whose standard output is read.
    struct Child {
        let process: pid_t
        let firstLine: String

        init(_ path: String, _ arguments: String...) throws {
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
            var words = ([path] + arguments).map { strdup($0) } + [nil]
            defer { for word in words { free(word) } }
            var made = pid_t()
            let code = posix_spawn(&made, path, &actions, nil, &words, environ)
            posix_spawn_file_actions_destroy(&actions)
            close(ends[1])
            guard code == 0 else { throw POSIXError(.ENOEXEC) }
            process = made
            var line = ""
            var byte: UInt8 = 0
            while read(ends[0], &byte, 1) == 1, byte != 10 {
                line.unicodeScalars.append(Unicode.Scalar(byte))
            }
            close(ends[0])
            firstLine = line
        }

        /// Waits for the end of `SandboxChild` in a mode; returns the line that it printed.
        static func line(of mode: String) async throws -> String {
            let child = try await Task.detached {
                try Child(try BuiltProgram.path(of: "SandboxChild"), mode)
            }.value
            var status: Int32 = 0
            waitpid(child.process, &status, 0)
            return child.firstLine
        }
    }

    func children(of process: pid_t) -> [pid_t] {
        let folder = "/proc/\(process)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return threads.flatMap { thread in
            let text = try? String(contentsOfFile: "\(folder)/\(thread)/children", encoding: .utf8)
            return (text ?? "").split(separator: " ").compactMap { pid_t($0) }
        }
    }

    func descendants(of process: pid_t) -> [pid_t] {
        children(of: process).flatMap { [$0] + descendants(of: $0) }
    }

    /// `true` unless the process has ended, even if it was not waited for.
    func isRunning(_ process: pid_t) -> Bool {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return false }
        return !text[end...].hasPrefix(") Z")
    }
#endif
