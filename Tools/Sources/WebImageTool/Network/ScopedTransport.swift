import Synchronization
import WebImage
import WebImageHTTP

/// The transport of the command: each request of a redirect gets the cookies of its own URL, and the
/// user's certificate is for the hosts of the sources only.
struct ScopedTransport: HTTPTransport {
    private let transport: AsyncHTTPClientTransport
    /// The transport with the user's certificate; nil without one.
    private let certified: AsyncHTTPClientTransport?
    private let cookies: [FileCookie]
    private let hosts: SourceHosts

    var keepsNetworkPolicy: Bool { transport.keepsNetworkPolicy }
    var decodesContent: Bool { transport.decodesContent }

    /// - Parameters:
    ///   - settings: The settings without a certificate of the user.
    ///   - certificate: The certificate of the user; nil for none.
    init(
        _ settings: HTTPSettings, certificate: ClientCertificate?, cookies: [FileCookie],
        hosts: SourceHosts
    ) {
        transport = AsyncHTTPClientTransport(settings)
        certified = certificate.map {
            var settings = settings
            settings.clientCertificates = ["*": $0]
            return AsyncHTTPClientTransport(settings)
        }
        self.cookies = cookies
        self.hosts = hosts
    }

    func executor(for url: String) -> (any TaskExecutor)? { transport.executor(for: url) }

    func exchange(_ request: HTTPExchange) async throws -> LoadedBody {
        var request = request
        if let field = field(for: request) { request.headers["Cookie"] = field }
        guard let certified, let host = WebPlace.host(of: request.url), hosts.contains(host) else {
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

/// The hosts of the sources, which may ask for the user's certificate.
final class SourceHosts: Sendable {
    private let names = Mutex<Set<String>>([])

    /// Adds the host of a URL.
    func add(_ url: String) {
        guard let host = WebPlace.host(of: url) else { return }
        names.withLock { _ = $0.insert(host) }
    }

    func contains(_ host: String) -> Bool { names.withLock { $0.contains(host) } }
}
