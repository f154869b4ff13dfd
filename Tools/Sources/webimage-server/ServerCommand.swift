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
            Variables of the environment set what no flag does: WEBIMAGE_…, and those of imgproxy \
            (IMGPROXY_…) and thumbor (THUMBOR_…). With a variable of one of these its addresses and \
            rules are in force, unless --grammar or WEBIMAGE_GRAMMAR names others.

            Examples:
              webimage-server --allow https://example.com/
              webimage-server --bind 0.0.0.0:8080 --key 736563726574 --cache /var/cache/webimage
              IMGPROXY_KEY=… IMGPROXY_SALT=… webimage-server
            """,
        version: "webimage-server "
            + HTTPSettings.standardUserAgent.drop { $0 != "/" }.dropFirst())

    @Option(
        name: .long, help: "The grammar of addresses: imgproxy, thumbor or webimage.",
        completion: .list(["imgproxy", "thumbor", "webimage"]))
    var grammar: GrammarName?

    @Option(name: .long, help: "The address to listen on, as host:port (default: 127.0.0.1:8080).")
    var bind: String?

    @Option(name: .long, help: "The port to listen on, 0 for a free one.")
    var port: Int?

    @Option(
        name: .long, help: "The file of the certificate (PEM), for HTTP/2 and TLS.",
        completion: .file())
    var tlsCertificate: String?

    @Option(
        name: .long, help: "The file of the certificate's key (PEM).", completion: .file())
    var tlsKey: String?

    @Option(name: .long, help: "The text before all paths, such as /images.")
    var prefix: String?

    @Option(
        name: .long,
        help:
            "A beginning of allowed sources, such as https://example.com/, in the same form for all grammars; may be repeated."
    )
    var allow: [String] = []

    @Option(
        name: .long, help: "The key of signatures in hexadecimal digits; better in WEBIMAGE_KEYS.")
    var key: String?

    @Flag(name: .long, help: "Answer anyone, without keys and allowed sources.")
    var open = false

    @Option(
        name: .long, help: "The folder of the cache on disk; 'none' for none.",
        completion: .directory)
    var cache: String?

    @Option(name: .long, help: "The longest time from a request to its response in seconds.")
    var timeout: Int?

    @Option(name: .long, help: "The most requests that are worked on at once.")
    var workers: Int?

    @Option(name: .long, help: "The most requests that wait; one beyond is answered by 429.")
    var queue: Int?

    @Option(name: .long, help: "The address of metrics and removals, as host:port.")
    var metrics: String?

    @Flag(name: .long, help: "Allow sources on this machine.")
    var allowLoopback = false

    @Flag(name: .long, help: "Allow sources in private networks.")
    var allowPrivate = false

    @Flag(name: .long, help: "Decode in the server itself, in place of processes without rights.")
    var noSandbox = false

    @Flag(name: .long, help: "Show no page at /.")
    var noPage = false

    @Flag(name: .shortAndLong, help: "Write no line for each request.")
    var quiet = false

    func run() async throws {
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
        let environment = variables(ProcessInfo.processInfo.environment)
        do throws(SettingFault) {
            let name = if let grammar { grammar } else { try GrammarName(environment) }
            for variable in ["WEBIMAGE_KEYS", "WEBIMAGE_ALLOWED_SOURCES"]
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
        let beginnings = EnvironmentReader(["ALLOW": text]).list("ALLOW")
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
    private func variables(_ environment: [String: String]) -> [String: String] {
        var variables = environment
        let set: [(String, String?)] = [
            ("BIND", bind), ("PATH_PREFIX", prefix), ("KEYS", key), ("CACHE", cache),
            ("TIMEOUT", timeout.map(String.init)), ("WORKERS", workers.map(String.init)),
            ("QUEUE", queue.map(String.init)), ("METRICS_BIND", metrics),
            ("ALLOW_LOOPBACK", allowLoopback ? "true" : nil),
            ("ALLOW_PRIVATE", allowPrivate ? "true" : nil), ("SANDBOX", noSandbox ? "false" : nil),
            ("PAGE", noPage ? "false" : nil), ("LOG", quiet ? "false" : nil),
            ("PORT", port.map(String.init)), ("TLS_CERTIFICATE", tlsCertificate),
            ("TLS_KEY", tlsKey),
        ]
        for (name, value) in set where value != nil { variables["WEBIMAGE_\(name)"] = value }
        return variables
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
