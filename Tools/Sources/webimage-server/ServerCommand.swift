import ArgumentParser
import FoundationEssentials
import WebImage
import WebImageHTTP
import WebImageServer
import WebImageURLs

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The command `webimage-server`: answers addresses of pictures by HTTP.
struct ServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webimage-server",
        abstract: "Answers addresses of pictures by HTTP.",
        discussion: """
            Variables of the environment set what no flag does: WEBIMAGE_…, and imgproxy's \
            (IMGPROXY_…) and thumbor's (THUMBOR_…). --variables shows them. With a variable of one of \
            these its addresses and rules are in force, unless --grammar or WEBIMAGE_GRAMMAR names \
            others.

            Examples:
              webimage-server --allow https://example.com/
              webimage-server --bind 0.0.0.0:8080 --key 736563726574 --cache /var/cache/webimage
              IMGPROXY_KEY=… IMGPROXY_SALT=… webimage-server
            """,
        version: "webimage-server "
            + HTTPSettings.standardUserAgent.drop { $0 != "/" }.dropFirst())

    @Option(
        name: .long, help: .of("--grammar"),
        completion: .list(["imgproxy", "thumbor", "webimage"]))
    var grammar: GrammarName?
    @Option(name: .long, help: .of("--bind")) var bind: String?
    @Option(name: .long, help: .of("--port")) var port: Int?
    @Option(name: .long, help: .of("--tls-certificate"), completion: .file())
    var tlsCertificate: String?
    @Option(name: .long, help: .of("--tls-key"), completion: .file()) var tlsKey: String?
    @Option(name: .long, help: .of("--prefix")) var prefix: String?
    @Option(
        name: .long, help: .of("--allow", " It is the same for all grammars, and may be repeated."))
    var allow: [String] = []
    @Option(name: .long, help: .of("--key")) var key: String?
    @Flag(name: .long, help: "Answer anyone, without keys and allowed sources.") var open = false
    @Option(name: .long, help: .of("--cache"), completion: .directory) var cache: String?
    @Option(name: .long, help: .of("--timeout")) var timeout: Int?
    @Option(name: .long, help: .of("--workers")) var workers: Int?
    @Option(name: .long, help: .of("--queue")) var queue: Int?
    @Option(name: .long, help: .of("--metrics")) var metrics: String?
    @Flag(name: .long, help: .of("--allow-loopback")) var allowLoopback = false
    @Flag(name: .long, help: .of("--allow-private")) var allowPrivate = false
    @Flag(name: .long, help: .of("--no-sandbox")) var noSandbox = false
    @Flag(name: .long, help: .of("--no-page")) var noPage = false
    @Flag(name: .shortAndLong, help: .of("--quiet")) var quiet = false
    @Flag(name: .long, help: "Show all variables as rows of a table.") var variables = false

    func run() async throws {
        guard !variables else { return print(ServerVariables.table) }
        let (settings, grammar) = try configured()
        settings.bootstrapMetrics()
        let pipeline: ImagePipeline
        do {
            pipeline = try await settings.makePipeline()
        } catch {
            Self.tell("\(error); --no-sandbox does without")
            throw ExitCode(78)
        }
        let server = await ImageServer(grammar, pipeline, settings, tell: Self.tell)
        let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
        do {
            let scheme = settings.tls == nil ? "http" : "https"
            try await server.run { Self.tell("listening on \(scheme)://\(host):\($0)") }
        } catch {
            Self.tell("\(error)")
            throw ExitCode(71)
        }
    }

    /// Returns the settings of variables and flags.
    ///
    /// - Throws: Status 78 after a line that names the variable or flag at fault.
    private func configured() throws -> (ServerSettings, any URLGrammar) {
        let environment = environment(with: ProcessInfo.processInfo.environment)
        do throws(SettingFault) {
            let name = if let grammar { grammar } else { try GrammarName(environment) }
            for variable in ["--key", "--allow"].map({ ServerVariables.flag($0).variable })
            where name != .webimage && !(environment[variable] ?? "").isEmpty {
                throw SettingFault(variable, "addresses of \(name.rawValue) have \(name.prefix)…")
            }
            let settings = try name.settings(environment)
            try checkCache(of: settings)
            let patterns = try allowedSources()
            let grammar = try name.grammar(environment, allowing: patterns)
            try checkAudience(
                settings, name, isGuarded: !patterns.isEmpty || name.isGuarded(environment))
            return (settings, grammar)
        } catch {
            Self.tell("\(error)")
            throw ExitCode(78)
        }
    }

    /// Returns the beginnings of `--allow`, which mean the same whatever the grammar is.
    private func allowedSources() throws(SettingFault) -> [SourcePattern] {
        guard !allow.isEmpty else { return [] }
        let text = allow.joined(separator: ",")
        var read = EnvironmentReader(["ALLOW": text])
        let beginnings = try read("ALLOW", .list) ?? []
        guard !beginnings.isEmpty, beginnings.allSatisfy({ $0.contains("://") }) else {
            throw SettingFault(
                "--allow",
                "expected beginnings of addresses, such as https://example.com/, found '\(text)'")
        }
        return beginnings.map { SourcePattern($0) }
    }

    /// Makes the folder of the cache.
    private func checkCache(of settings: ServerSettings) throws(SettingFault) {
        guard let folder = settings.cacheFolder else { return }
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        var state = stat()
        guard stat(folder, &state) == 0, state.st_mode & S_IFMT == S_IFDIR,
            access(folder, W_OK | X_OK) == 0
        else { throw SettingFault("WEBIMAGE_CACHE", "\(folder) is no folder to write in") }
    }

    /// Returns the variables with those that flags stand for.
    private func environment(with variables: [String: String]) -> [String: String] {
        var environment = variables
        let flags: [(String, String?)] = [
            ("--bind", bind), ("--prefix", prefix), ("--key", key), ("--cache", cache),
            ("--timeout", timeout.map(String.init)), ("--workers", workers.map(String.init)),
            ("--queue", queue.map(String.init)), ("--metrics", metrics),
            ("--allow-loopback", allowLoopback ? "true" : nil),
            ("--allow-private", allowPrivate ? "true" : nil),
            ("--no-sandbox", noSandbox ? "false" : nil), ("--no-page", noPage ? "false" : nil),
            ("--quiet", quiet ? "false" : nil), ("--port", port.map(String.init)),
            ("--tls-certificate", tlsCertificate), ("--tls-key", tlsKey),
        ]
        for (flag, value) in flags where value != nil {
            environment[ServerVariables.flag(flag).variable] = value
        }
        return environment
    }

    /// Refuses to answer anyone from other machines, unless that is asked for.
    private func checkAudience(
        _ settings: ServerSettings, _ name: GrammarName, isGuarded: Bool
    ) throws(SettingFault) {
        guard !isGuarded, !settings.isLoopback else { return }
        guard open || name != .webimage else {
            throw SettingFault(
                "--bind",
                "\(settings.host) is open to others: set WEBIMAGE_KEYS or "
                    + "WEBIMAGE_ALLOWED_SOURCES, or say --open")
        }
        Self.tell("warning: anyone can ask for any source; set keys or allowed sources")
    }

    private static func tell(_ message: String) {
        let line = Array("webimage-server: \(message)\n".utf8)
        line.withUnsafeBytes { bytes in _ = write(2, bytes.baseAddress, bytes.count) }
    }
}

extension ArgumentHelp {
    /// Returns the help of a flag that stands for a variable.
    fileprivate static func of(_ flag: String, _ more: String = "") -> ArgumentHelp {
        ArgumentHelp(ServerVariables.flag(flag).help + more)
    }
}
