#if os(Linux)
    import Foundation
    import Testing
    import WebImageCaching
    import WebImageS3

    /// The signatures of botocore for random requests.
    @Suite struct S3OracleTests {
        private struct Line: Decodable {
            var method: String
            var host: String
            var key: String
            var query: [[String]]
            var region: String
            var secret: String
            var token: String?
            var fields: [[String]]
            var authorization: String
            var digest: String
        }

        @Test(.enabled(if: PythonPrograms.isInstalled, "scripts/bootstrap test installs moto"))
        func `2,000 random requests have the signatures of botocore`() throws {
            let seed = Int.random(in: 0..<1 << 30)
            let text = try PythonPrograms.output(
                of: "s3-oracle.py", arguments: ["2000", String(seed)])
            let lines = text.split(separator: "\n")
            #expect(lines.count == 2_000)
            let date = try Date("2026-11-28T12:00:00Z", strategy: .iso8601)
            for text in lines {
                let line = try JSONDecoder().decode(Line.self, from: Data(text.utf8))
                let signature = S3Signature(
                    S3Credentials(
                        accessKeyID: "AKID", secretAccessKey: line.secret, sessionToken: line.token),
                    region: line.region, at: date)
                var all = HeaderFields(line.fields.map { ($0[0], $0[1]) })
                all["host"] = line.host
                all["x-amz-date"] = signature.moment
                all["x-amz-content-sha256"] = line.digest
                all["x-amz-security-token"] = line.token
                let names =
                    line.authorization.split(separator: "SignedHeaders=").last?
                    .prefix { $0 != "," }.split(separator: ";") ?? []
                let signed = HeaderFields(
                    all.fields.filter { names.contains(Substring($0.name.lowercased())) }
                        .map { ($0.name, $0.value) })
                let found = signature.authorization(
                    method: line.method, path: S3Signature.escaped(path: "/" + line.key),
                    query: line.query.map { ($0[0], $0[1]) }, signed: signed, digest: line.digest)
                #expect(found == line.authorization, "seed \(seed): \(text)")
            }
        }
    }
#endif
