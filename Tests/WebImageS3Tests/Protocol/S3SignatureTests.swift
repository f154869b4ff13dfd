import FoundationEssentials
import Testing
import WebImageCaching
import WebImageS3

@Suite struct S3SignatureTests {
    /// A request of AWS's suite for Signature Version 4, with its signature.
    struct Vector: Sendable, CustomTestStringConvertible {
        let name: String
        var path = "/"
        var query: [(String, String)] = []
        var fields: [(String, String)] = []
        var token: String?
        let signature: String

        var testDescription: String { name }
    }

    static let vectors: [Vector] = [
        Vector(
            name: "get-vanilla",
            signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
        Vector(
            name: "get-vanilla-with-session-token",
            token: "6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267",
            signature: "07ec1639c89043aa0e3e2de82b96708f198cceab042d4a97044c66dd9f74e7f8"),
        Vector(
            name: "get-vanilla-query-order-encoded",
            query: [("Param-3", "Value3"), ("Param", "Value2"), ("\u{1234}", "Value1")],
            signature: "371d3713e185cc334048618a97f809c9ffe339c62934c032af5a0e595648fcac"),
        Vector(
            name: "get-vanilla-query-order-key-case",
            query: [("Param2", "value2"), ("Param1", "value1")],
            signature: "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"),
        Vector(
            name: "get-vanilla-utf8-query", query: [("\u{1234}", "bar")],
            signature: "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04"),
        Vector(
            name: "get-header-value-trim",
            fields: [("My-Header1", " value1"), ("My-Header2", " \"a   b   c\"")],
            signature: "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"),
        Vector(
            name: "get-header-key-duplicate",
            fields: [
                ("My-Header1", "value2"), ("My-Header1", "value2"), ("My-Header1", "value1"),
            ],
            signature: "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea"),
        Vector(
            name: "get-slashes-unnormalized", path: "//example//",
            signature: "87cca117541a147f6df867677d98a7d80dff226d2bfca9e4ffa899665623c7e5"),
    ]

    @Test("A request of AWS's suite has its signature", arguments: vectors)
    func suite(_ vector: Vector) throws {
        let date = try Date("2015-08-30T12:36:00Z", strategy: .iso8601)
        let signature = S3Signature(
            S3Credentials(
                accessKeyID: "AKIDEXAMPLE",
                secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"),
            region: "us-east-1", service: "service", at: date)
        var signed = HeaderFields(
            [("Host", "example.amazonaws.com"), ("X-Amz-Date", signature.moment)] + vector.fields)
        signed["X-Amz-Security-Token"] = vector.token
        let field = signature.authorization(
            method: "GET", path: S3Signature.escaped(path: vector.path), query: vector.query,
            signed: signed, digest: S3Signature.emptyDigest)
        #expect(field.hasSuffix("Signature=\(vector.signature)"))
    }

    /// The examples of the manual of S3.
    static let examples: [(HeaderFields, path: String, [(String, String)], String, String)] = [
        (
            ["Range": "bytes=0-9"], "/test.txt", [], S3Signature.emptyDigest,
            "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
        ),
        (
            [:], "/", [("lifecycle", "")], S3Signature.emptyDigest,
            "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"
        ),
        (
            [:], "/", [("max-keys", "2"), ("prefix", "J")], S3Signature.emptyDigest,
            "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
        ),
    ]

    @Test("A request of the manual of S3 has its signature", arguments: examples)
    func manual(
        _ example: (HeaderFields, path: String, [(String, String)], digest: String, String)
    ) throws {
        let date = try Date("2013-05-24T00:00:00Z", strategy: .iso8601)
        let signature = S3Signature(
            S3Credentials(
                accessKeyID: "AKIAIOSFODNN7EXAMPLE",
                secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
            region: "us-east-1", at: date)
        var signed = example.0
        signed["Host"] = "examplebucket.s3.amazonaws.com"
        signed["x-amz-content-sha256"] = example.digest
        signed["x-amz-date"] = "20130524T000000Z"
        let field = signature.authorization(
            method: "GET", path: example.path, query: example.2, signed: signed,
            digest: example.digest)
        #expect(field.hasSuffix("Signature=\(example.4)"))
    }

    @Test func `a path is escaped once, but for its slashes`() {
        #expect(S3Signature.escaped(path: "a b/ü+%~/") == "a%20b/%C3%BC%2B%25~/")
    }
}
