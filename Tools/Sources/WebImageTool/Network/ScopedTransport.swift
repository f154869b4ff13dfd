import Synchronization
import WebImage
import WebImageHTTP

/// The transport of the command: each request of a redirect gets the cookies of its own URL, and
/// the user's certificate is for the servers of the sources only.
struct ScopedTransport: HTTPTransport {
    private let transport: CurlTransport
    /// The transport with the user's certificate; nil without one.
    private let certified: CurlTransport?
    private let cookies: [FileCookie]
    private let servers: SourceServers

    var keepsNetworkPolicy: Bool { transport.keepsNetworkPolicy }
    var decodesContent: Bool { transport.decodesContent }
    /// The trust of both, and the user's certificate, which a redirect may show to any server of a
    /// source.
    var identity: String? { (certified ?? transport).identity }

    /// - Parameters:
    ///   - settings: The settings without a certificate of the user.
    ///   - certificate: The certificate of the user; nil for none.
    init(
        _ settings: HTTPSettings, certificate: ClientCertificate?, cookies: [FileCookie],
        servers: SourceServers
    ) {
        transport = CurlTransport(settings)
        certified = certificate.map {
            var settings = settings
            settings.clientCertificates = ["*": $0]
            return CurlTransport(settings)
        }
        self.cookies = cookies
        self.servers = servers
    }

    func executor(for url: String) -> (any TaskExecutor)? { transport.executor(for: url) }

    func exchange(_ request: HTTPExchange) async throws -> LoadedBody {
        var request = request
        if let field = field(for: request) { request.headers["Cookie"] = field }
        guard let certified, servers.contains(request.url) else {
            return try await transport.exchange(request)
        }
        return try await certified.exchange(request)
    }

    func shutdown() async {
        await transport.shutdown()
        await certified?.shutdown()
    }

    /// Returns the cookies of the file for a URL; nil if the file has none for it.
    ///
    /// Behind them are those that its host has set during the load, which replace the file's of the
    /// same name.
    private func field(for request: HTTPExchange) -> String? {
        guard !cookies.isEmpty, let place = WebPlace(request.url) else { return nil }
        let set = request.headers["Cookie"]
        let names = (set ?? "").split(separator: ";").map { cookie in
            String(cookie.drop { $0 == " " }.prefix { $0 != "=" })
        }
        let kept = FileCookie.sent(cookies, to: place).filter { !names.contains($0.name) }
        guard !kept.isEmpty else { return nil }
        return (kept.map { "\($0.name)=\($0.value)" } + [set].compactMap(\.self)).joined(
            separator: "; ")
    }
}

/// The servers of the sources, which may ask for the user's certificate.
final class SourceServers: Sendable {
    private let origins = Mutex<Set<WebPlace.Origin>>([])

    /// Adds the server of a URL.
    func add(_ url: String, by pipeline: ImagePipeline) async {
        // A host of another script than ASCII is in a key as it is in a request.
        let isASCII = url.utf8.allSatisfy { $0 < 128 }
        let key = isASCII ? nil : try? await pipeline.cacheKeys(for: url).data
        guard let origin = WebPlace.origin(of: key?.description ?? url) else { return }
        origins.withLock { _ = $0.insert(origin) }
    }

    /// Returns `true` for an https URL of a server that was added, also after the redirect of a
    /// host from http to https.
    func contains(_ url: String) -> Bool {
        guard let origin = WebPlace.origin(of: url), origin.isSecure else { return false }
        let plain = WebPlace.Origin(isSecure: false, host: origin.host, port: 80)
        return origins.withLock { origins in
            origins.contains(origin) || origin.port == 443 && origins.contains(plain)
        }
    }
}
