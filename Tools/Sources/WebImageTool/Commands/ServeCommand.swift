import ArgumentParser

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// `webimage serve`: becomes the image server, a separate program.
struct ServeCommand: ParsableCommand {
    static let name = "serve"
    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Answers addresses of pictures by HTTP (webimage-server).",
        discussion: """
            The arguments go to webimage-server, which is a separate program beside webimage, or \
            in ../libexec/webimage. 'webimage serve --help' shows them.

            Example:
              webimage serve --allow https://example.com/
            """)

    @Argument(parsing: .captureForPassthrough, help: "The arguments of webimage-server.")
    var arguments: [String] = []

    func run() throws { try Self.become(arguments) }

    /// The folder of this program.
    private static var folder: String {
        var bytes = [CChar](repeating: 0, count: 4_096)
        let count = readlink("/proc/self/exe", &bytes, bytes.count)
        let path =
            count > 0
            ? String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
            : CommandLine.arguments.first ?? ""
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    /// Replaces the process by the server.
    ///
    /// - Throws: `ExitCode` 69 after a line that names the package, if the server is not installed.
    static func become(_ arguments: [String]) throws -> Never {
        let folder = Self.folder
        for path in ["\(folder)/webimage-server", "\(folder)/../libexec/webimage/webimage-server"]
        where access(path, X_OK) == 0 {
            var words = ([path] + arguments).map { strdup($0) } + [nil]
            execv(path, &words)
        }
        Output.standard.message(
            "webimage: webimage-server is not installed; 'make install SERVER=1' builds and installs it"
        )
        throw ExitCode(69)
    }
}
