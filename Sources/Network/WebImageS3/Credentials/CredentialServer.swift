import FoundationEssentials
import WebImageCaching
import WebImageCoding
import WebImageLoading

/// A server of credentials, on addresses that no picture may be loaded from.
struct CredentialServer: Sendable {
    private static let maxByteCount = 64 << 10
    /// The addresses of metadata of machines, and of containers in ECS and EKS; a machine may have
    /// a server itself.
    private static let addresses: [AddressRange] = [
        "169.254.169.254/32", "fd00:ec2::254/128", "169.254.170.2/32", "169.254.170.23/32",
        "fd00:ec2::23/128", "127.0.0.0/8", "::1/128",
    ]

    /// The document of both servers.
    private struct Document: Decodable {
        var AccessKeyId: String?
        var SecretAccessKey: String?
        var Token: String?
        var Expiration: String?
        var Code: String?
    }

    private let loader: HTTPLoader
    private let name: String

    /// - Parameter name: The server for messages.
    init(over transport: any HTTPTransport, name: String) {
        (loader, self.name) = (HTTPLoader(transport), name)
    }

    /// Returns the text of a response of status 200; nil for status 404.
    ///
    /// - Throws: `LoadFailure`, whose reason has neither fields nor text of the exchange.
    func text(
        of url: String, method: String = "GET", headers: HeaderFields
    ) async throws -> String? {
        var limits = LoadLimits(
            maxBodyBytes: Self.maxByteCount, connectTimeout: .seconds(2), idleTimeout: .seconds(10),
            maxRedirects: 0)
        let isSecure = url.prefix(8).lowercased() == "https://"
        limits.networkPolicy = NetworkPolicy(
            ports: nil, allowsPublicAddresses: isSecure, allowed: Self.addresses, maxRedirects: 0)
        let request = LoadRequest(
            source: .url(url), method: method, headers: headers, limits: limits)
        let response = try await loader.load(request)
        if response.head.status == 404 { return nil }
        guard response.head.status == 200 else {
            throw failure("status \(response.head.status)")
        }
        var (bytes, count) = ([UInt8](), LengthCheck(response, limit: Self.maxByteCount))
        for try await chunk in response.chunks {
            try count.add(chunk.count)
            bytes += unsafe chunk.withUnsafeBytes { unsafe Array($0) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads the document of credentials.
    func credentials(in text: String) throws(LoadFailure) -> S3Credentials {
        guard let document = try? JSONDecoder().decode(Document.self, from: Data(text.utf8)),
            let id = document.AccessKeyId, let secret = document.SecretAccessKey,
            [nil, "Success"].contains(document.Code)
        else { throw failure("a document without credentials") }
        guard let text = document.Expiration else {
            return S3Credentials(
                accessKeyID: id, secretAccessKey: secret, sessionToken: document.Token)
        }
        // Fractions of a second, which some servers add, are left out.
        guard let end = try? Date(text.prefix(19) + "Z", strategy: .iso8601) else {
            throw failure("an expiration that is no time")
        }
        return S3Credentials(
            accessKeyID: id, secretAccessKey: secret, sessionToken: document.Token, expiration: end)
    }

    func failure(_ found: String) -> LoadFailure {
        LoadFailure(.other, "the \(name) has \(found), expected credentials of S3")
    }
}
