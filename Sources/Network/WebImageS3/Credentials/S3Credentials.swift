public import FoundationEssentials

/// The keys that requests to a store of S3 are signed with.
///
/// They are printed without their secrets.
public struct S3Credentials: Hashable, Sendable {
    /// The name of the key.
    public let accessKeyID: String
    /// The secret that signs.
    public let secretAccessKey: String
    /// The token of a session, which is sent with each request; nil for none.
    public let sessionToken: String?
    /// The moment from which stores refuse the keys; nil for keys that stay.
    public let expiration: Date?

    /// Creates credentials; each parameter is the property of its name.
    public init(
        accessKeyID: String, secretAccessKey: String, sessionToken: String? = nil,
        expiration: Date? = nil
    ) {
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
        self.sessionToken = sessionToken
        self.expiration = expiration
    }

    /// `true` if a text has a part of the credentials.
    func appears(in text: String) -> Bool {
        [accessKeyID, secretAccessKey, sessionToken ?? ""].contains {
            !$0.isEmpty && text.contains($0)
        }
    }
}

extension S3Credentials: S3CredentialSource {
    /// Returns these credentials.
    public func credentials() async throws -> S3Credentials? { self }
}

extension S3Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The type and the expiration, no secret.
    public var description: String {
        "S3Credentials(" + (expiration.map { "until \($0.formatted(.iso8601))" } ?? "") + ")"
    }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// No parts, so that `dump` prints no secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
