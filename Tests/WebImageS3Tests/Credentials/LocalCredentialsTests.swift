import Foundation
import Testing
import WebImageLoading

@testable import WebImageS3

@Suite struct LocalCredentialsTests {
    private func environment(
        _ credentials: String?, _ config: String? = nil, _ more: [String: String] = [:]
    ) throws -> [String: String] {
        let home = "/tmp/webimage-aws-\(UInt64.random(in: 0 ... .max))"
        let folder = URL(filePath: "\(home)/.aws")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in [("credentials", credentials), ("config", config)] {
            try text.map { try Data($0.utf8).write(to: folder.appending(path: name)) }
        }
        return more.merging(["HOME": home]) { own, _ in own }
    }

    private func end(_ environment: [String: String]) {
        try? FileManager.default.removeItem(atPath: environment["HOME"] ?? "")
    }

    private static let file = """
        # Keys
        [default]
        aws_access_key_id = AKID1
        AWS_SECRET_ACCESS_KEY=se=cret
        [ other ]\r
        ; a comment
        aws_access_key_id=AKID2
        aws_secret_access_key = secret2
        aws_session_token = token2
          indented = value
        no value
        """

    @Test func `the default profile has credentials, a named one others`() async throws {
        let environment = try environment(Self.file)
        defer { end(environment) }
        let found = try await S3CredentialChain.files(environment).credentials()
        #expect(found == S3Credentials(accessKeyID: "AKID1", secretAccessKey: "se=cret"))
        let other = environment.merging(["AWS_PROFILE": "other"]) { $1 }
        #expect(
            try await S3CredentialChain.files(other).credentials()
                == S3Credentials(
                    accessKeyID: "AKID2", secretAccessKey: "secret2", sessionToken: "token2"))
        let missing = environment.merging(["AWS_PROFILE": "missing"]) { $1 }
        await #expect(throws: LoadFailure.self) {
            try await S3CredentialChain.files(missing).credentials()
        }
    }

    @Test func `the file of configuration has region and endpoint, and may have keys`()
        async throws
    {
        let config = """
            [default]
            region = eu-west-3
            s3 =
              addressing_style = path
            [profile other]
            region = us-west-1
            endpoint_url = http://127.0.0.1:9000
            aws_access_key_id = AKID3
            aws_secret_access_key = secret3
            """
        let environment = try environment(nil, config)
        defer { end(environment) }
        #expect(S3Settings(environment: environment).region == "eu-west-3")
        let other = environment.merging(["AWS_PROFILE": "other"]) { $1 }
        #expect(
            S3Settings(environment: other)
                == S3Settings(region: "us-west-1", endpoint: "http://127.0.0.1:9000"))
        let named = other.merging([
            "AWS_REGION": "auto", "AWS_ENDPOINT_URL": "https://b",
            "AWS_ENDPOINT_URL_S3": "https://a",
        ]) { $1 }
        #expect(
            S3Settings(environment: named) == S3Settings(region: "auto", endpoint: "https://a"))
        #expect(
            try await S3CredentialChain.files(other).credentials()?.accessKeyID == "AKID3")
        #expect(try await S3CredentialChain.files(environment).credentials() == nil)
    }

    @Test(
        "A file that is none has no profile",
        arguments: [
            "", "[", "[]", "[default", "=", "a=b", "[default]\n=\n= b\naws_access_key_id =",
            "[default]\naws_access_key_id = a", String(repeating: "[", count: 100_000),
        ])
    func hostile(_ text: String) async throws {
        let environment = try environment(text)
        defer { end(environment) }
        #expect(try await S3CredentialChain.files(environment).credentials() == nil)
    }

    @Test func `variables have precedence over files, and stand together`() async throws {
        let environment = try environment(
            Self.file, nil, ["AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"])
        defer { end(environment) }
        let chain = S3CredentialChain([.environment(environment), .files(environment)])
        #expect(
            try await chain.credentials() == S3Credentials(accessKeyID: "a", secretAccessKey: "b"))
        for half in ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"] {
            let failure = await #expect(throws: LoadFailure.self) {
                try await S3CredentialChain.environment([half: "geheim"]).credentials()
            }
            #expect(failure?.reason.contains("is set alone") == true)
            #expect(failure?.reason.contains("geheim") == false)
        }
    }
}
