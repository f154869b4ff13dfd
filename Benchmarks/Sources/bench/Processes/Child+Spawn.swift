import Glibc

extension Child {
    /// Starts a program; its input or output is the null device if none is given.
    static func spawn(_ arguments: [String], input: Int32?, output: Int32?) throws -> pid_t {
        let list: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for argument in list { free(argument) } }
        var process: pid_t = 0
        let failure = withAttributes { attributes in
            withActions(input, output) { actions in
                posix_spawnp(&process, arguments[0], actions, attributes, list, environ)
            }
        }
        guard failure == 0 else {
            throw BenchError("cannot start \(arguments[0]): \(String(cString: strerror(failure)))")
        }
        return process
    }

    /// Restores the default action of SIGPIPE in the child; the bench ignores the signal.
    private static func withAttributes(
        _ body: (UnsafePointer<posix_spawnattr_t>) -> Int32
    ) -> Int32 {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var ignored = sigset_t()
        sigemptyset(&ignored)
        sigaddset(&ignored, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &ignored)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        return body(&attributes)
    }

    private static func withActions(
        _ input: Int32?, _ output: Int32?,
        _ body: (UnsafePointer<posix_spawn_file_actions_t>) -> Int32
    ) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, own) in [(0 as Int32, input), (1, output)] {
            if let own {
                posix_spawn_file_actions_adddup2(&actions, own, descriptor)
            } else {
                posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
            }
        }
        return body(&actions)
    }
}
