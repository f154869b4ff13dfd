import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImageRuntime

/// The credentials that the host of a container serves.
struct ContainerCredentials: S3CredentialSource {
    private let server: CredentialServer
    private let environment: [String: String]
    private let host: String

    /// - Parameter host: The server of relative addresses.
    init(
        over transport: any HTTPTransport, environment: [String: String],
        host: String = "http://169.254.170.2"
    ) {
        server = CredentialServer(over: transport, name: "server of the container's credentials")
        (self.environment, self.host) = (environment, host)
    }

    func credentials() async throws -> S3Credentials? {
        let prefix = "AWS_CONTAINER_"
        let url: String
        if let path = environment.text("\(prefix)CREDENTIALS_RELATIVE_URI") {
            url = host + (path.hasPrefix("/") ? path : "/\(path)")
        } else if let full = environment.text("\(prefix)CREDENTIALS_FULL_URI") {
            url = full
        } else {
            return nil
        }
        var token = environment.text("\(prefix)AUTHORIZATION_TOKEN")
        if let path = environment.text("\(prefix)AUTHORIZATION_TOKEN_FILE") {
            // The file is written anew before its token expires.
            guard let text = SystemFile.text(path) else {
                throw LoadFailure(.other, "the file of the container's token cannot be read")
            }
            token = text.split(whereSeparator: \.isWhitespace).first.map(String.init)
        }
        guard token?.utf8.contains(where: { $0 < 32 }) != true else {
            throw LoadFailure(.other, "the token of the container's credentials has line breaks")
        }
        let fields: HeaderFields = token.map { ["Authorization": $0] } ?? [:]
        guard let text = try await server.text(of: url, headers: fields) else {
            throw server.failure("status 404")
        }
        return try server.credentials(in: text)
    }
}

/// The credentials of the role of a virtual machine, from its metadata (IMDSv2).
struct InstanceCredentials: S3CredentialSource {
    private static let folder = "/latest/meta-data/iam/security-credentials/"
    private static let lifetime = "21600"

    private let server: CredentialServer
    private let endpoint: String
    private let isDisabled: Bool

    init(over transport: any HTTPTransport, environment: [String: String]) {
        server = CredentialServer(over: transport, name: "machine's metadata")
        let named = environment.text("AWS_EC2_METADATA_SERVICE_ENDPOINT")
        let text = named ?? "http://169.254.169.254"
        endpoint = text.hasSuffix("/") ? String(text.dropLast()) : text
        isDisabled = environment.text("AWS_EC2_METADATA_DISABLED")?.lowercased() == "true"
    }

    func credentials() async throws -> S3Credentials? {
        guard !isDisabled else { return nil }
        let token: String?
        do {
            token = try await server.text(
                of: endpoint + "/latest/api/token", method: "PUT",
                headers: ["X-aws-ec2-metadata-token-ttl-seconds": Self.lifetime])
        } catch let failure as LoadFailure
            where [.connectionFailed, .timedOut, .hostNotFound, .truncated].contains(failure.kind)
        {
            // This is no such machine.
            return nil
        }
        guard let token, !token.isEmpty, token.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else {
            throw server.failure("no token of a session")
        }
        let fields: HeaderFields = ["X-aws-ec2-metadata-token": token]
        let roles = try await server.text(of: endpoint + Self.folder, headers: fields)
        guard let role = roles?.split(whereSeparator: \.isNewline).first else { return nil }
        let path = Self.folder + PercentCoding.encodeComponent(String(role).trimmingSpaces)
        guard let text = try await server.text(of: endpoint + path, headers: fields) else {
            throw server.failure("no document of the role")
        }
        return try server.credentials(in: text)
    }
}
