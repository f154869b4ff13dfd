import Testing
import WebImageLoading

@testable import WebImageS3

@Suite struct S3ObjectTests {
    @Test(
        "An address names bucket, key and version",
        arguments: [
            ("s3://bucket/a/b.jpg", "bucket", "a/b.jpg", nil),
            ("S3://bucket/a%20b%23c?versionId=v%2F1", "bucket", "a b#c", "v/1"),
            (" s3://my.bucket//a/#fragment", "my.bucket", "/a/", nil),
            ("s3://bucket/a+b%zz?3HL4kqtJ", "bucket", "a+b%zz", "3HL4kqtJ"),
            ("s3://bucket/é?", "bucket", "é", nil),
            ("s3://bucket/...", "bucket", "...", nil),
        ])
    func names(_ url: String, _ bucket: String, _ key: String, _ version: String?) throws {
        let object = try S3Object(.url(url))
        #expect(object.bucket == bucket)
        #expect(object.key == key)
        #expect(object.version == version)
    }

    @Test(
        "An address that names no object is refused",
        arguments: [
            "s3://bucket", "s3://bucket/", "s3:bucket/a", "s3:///a", "s3://ab/a", "http://bucket/a",
            "s3://user@bucket/a", "s3://bucket:80/a", "s3://buck%65t/a", "s3://[::1]/a",
            "s3://a..b/a",
            "s3://-bucket/a", "s3://bücket/a", "s3://bucket\\evil/a", "s3://bucket/../other/a",
            "s3://bucket/a/%2e%2E/b", "s3://bucket/./a", "s3://bucket/%FF", "s3://bucket/a?b=c",
            "s3://bucket/a?versionId=%FF", "s3://bucket/" + String(repeating: "a", count: 1025), "",
        ])
    func refused(_ url: String) {
        #expect(throws: LoadFailure.self) { try S3Object(.url(url)) }
    }

    @Test func `files and data are refused`() {
        #expect(throws: LoadFailure.self) { try S3Object(.file("/a")) }
    }
}
