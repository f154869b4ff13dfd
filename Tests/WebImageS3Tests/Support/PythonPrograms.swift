#if os(Linux)
    import Foundation
    import Glibc

    /// The programs of Python that tests run, in the environment that `scripts/bootstrap test`
    /// makes.
    enum PythonPrograms {
        private static let root = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        /// The folder of the environment; `$WEBIMAGE_MOTO` names another.
        private static let folder =
            ProcessInfo.processInfo.environment["WEBIMAGE_MOTO"]
            ?? root.appending(path: ".build/moto").path
        private static let python = "\(folder)/bin/python"

        static var isInstalled: Bool { access("\(folder)/bin/moto_server", X_OK) == 0 }

        /// Returns what a program of `scripts/lib` prints.
        static func output(of script: String, arguments: [String]) throws -> String {
            let output = "/tmp/webimage-python-\(UInt64.random(in: 0 ... .max))"
            defer { unlink(output) }
            let process = try start(script, arguments, output: output)
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            return try String(contentsOfFile: output, encoding: .utf8)
        }

        /// Starts a program of `scripts/lib`; the output goes to a file.
        static func start(
            _ script: String, _ arguments: [String] = [], output: String
        ) throws -> pid_t {
            let path = root.appending(path: "scripts/lib/\(script)").path
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_addopen(
                &actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            posix_spawn_file_actions_adddup2(&actions, 1, 2)
            var words = ([python, path] + arguments).map { strdup($0) } + [nil]
            defer { for word in words { free(word) } }
            var process = pid_t()
            let code = posix_spawn(&process, python, &actions, nil, &words, environ)
            guard code == 0 else { throw POSIXError(.init(rawValue: code) ?? .ENOEXEC) }
            return process
        }
    }
#endif
