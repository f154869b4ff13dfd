import Testing
import WebImageLoading

@testable import WebImageS3

@Suite struct S3EndpointTests {
    private func url(
        _ address: String, _ settings: S3Settings = S3Settings(), region: String? = nil
    ) throws -> String {
        let endpoint = try S3Endpoint(settings)
        return endpoint.place(
            of: try S3Object(.url(address)), in: region ?? endpoint.region
        ).url
    }

    @Test(
        "A bucket of AWS is a host if its name can be one",
        arguments: [
            ("s3://bucket/a b", "https://bucket.s3.us-east-1.amazonaws.com/a%20b"),
            ("s3://my.bucket/a", "https://s3.us-east-1.amazonaws.com/my.bucket/a"),
            ("s3://My_Bucket/a", "https://s3.us-east-1.amazonaws.com/My_Bucket/a"),
            (
                "s3://bucket/a?versionId=b",
                "https://bucket.s3.us-east-1.amazonaws.com/a?versionId=b"
            ),
        ])
    func aws(_ address: String, _ expected: String) throws {
        #expect(try url(address) == expected)
    }

    @Test func `regions of China have their own domain`() throws {
        #expect(
            try url("s3://bucket/a", region: "cn-north-1")
                == "https://bucket.s3.cn-north-1.amazonaws.com.cn/a")
    }

    @Test(
        "An endpoint has its style",
        arguments: [
            ("http://minio:9000", nil, "http://minio:9000/bucket/a"),
            ("http://minio:9000/", false, "http://bucket.minio:9000/a"),
            ("https://gate.example/s3/", nil, "https://gate.example/s3/bucket/a"),
            (
                "https://fra1.digitaloceanspaces.com", false,
                "https://bucket.fra1.digitaloceanspaces.com/a"
            ),
            // An address has no subdomains.
            ("http://127.0.0.1:9000", false, "http://127.0.0.1:9000/bucket/a"),
            ("http://[::1]:9000", false, "http://[::1]:9000/bucket/a"),
        ] as [(String, Bool?, String)])
    func styles(_ endpoint: String, _ isPath: Bool?, _ expected: String) throws {
        let settings = S3Settings(endpoint: endpoint, usesPathStyle: isPath)
        #expect(try url("s3://bucket/a", settings) == expected)
    }

    @Test func `the endpoint's policy holds for its own host alone`() throws {
        let object = try S3Object(.url("s3://bucket/a"))
        for (endpoint, isPath, isExempt) in [
            ("http://minio", true, true), ("http://minio", false, false), (nil, true, false),
        ] as [(String?, Bool, Bool)] {
            let endpoint = try S3Endpoint(
                S3Settings(endpoint: endpoint, usesPathStyle: isPath))
            #expect(endpoint.place(of: object, in: "us-east-1").isExempt == isExempt)
        }
    }
}
