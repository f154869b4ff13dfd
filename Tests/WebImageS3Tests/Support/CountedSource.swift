import FoundationEssentials
import TestSupport
import WebImageS3

/// A source whose token has the number of its request.
struct CountedSource: S3CredentialSource {
    let count: Locked<Int>
    var expiration: Date?

    func credentials() async throws -> S3Credentials? {
        count.change { $0 += 1 }
        return S3Credentials(
            accessKeyID: "AKIDTEST", secretAccessKey: "very-secret",
            sessionToken: "token-\(count.value)", expiration: expiration)
    }
}
