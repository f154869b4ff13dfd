import Testing
import WebImageCaching
import WebImageURLs

@Suite struct SourceAddressTests {
    @Test(arguments: [
        ("https://Example.com", "https://example.com/", "example.com"),
        ("http://good.test@evil.test/a?b", "http://evil.test/a?b", "evil.test"),
        ("https://a.test:443/b/../c#d", "https://a.test/c", "a.test"),
    ])
    func `an address is compared as it is loaded`(
        _ text: String, _ url: String, _ host: String
    ) throws {
        let address = try SourceAddress(text)
        #expect(address.url == url)
        #expect(address.host == host)
        #expect(address.text == text)
        #expect(address.withoutUser.text == url)
    }

    @Test func `an address has parts`() throws {
        let address = try SourceAddress("HTTPS://u:p@Example.com:8443/a%20b/c%2Fd.jpg?e=%26#f")
        #expect(address.scheme == "https")
        #expect(address.authority == "example.com:8443")
        #expect(address.origin?.port == 8443)
        #expect(address.path == "/a%20b/c%2Fd.jpg")
        #expect(String(decoding: address.decodedPath, as: UTF8.self) == "/a b/c/d.jpg")
        #expect(address.query == "e=%26")
    }

    @Test func `a file has a path below the server's folder`() throws {
        let address = try SourceAddress("local:///a/b%20c.jpg?d#e")
        #expect(address.url == "local:///a/b%20c.jpg?d#e")
        #expect(address.host == nil)
        #expect(address.query == nil)
        // The loader of files resolves no escapes.
        #expect(address.fileName == "b%20c.jpg")
    }

    @Test func `an object of S3 has a bucket and a key`() throws {
        let address = try SourceAddress("s3://bucket/a/b%20c.jpg?versionId=d")
        #expect(address.url == "s3://bucket/a/b%20c.jpg?versionId=d")
        #expect(address.host == nil)
        #expect(address.authority == "bucket")
        #expect(address.path == "/a/b%20c.jpg")
        #expect(address.query == "versionId=d")
    }

    @Test(arguments: [
        "", "a.jpg", "//a.test/", "ftp://a.test/", "http:///a", "http://a b/", "http://a\u{0}/",
        "http://a\n.test/", "local://host/a", "local:a", "local:///../a", "local:///a/%2e%2E/b",
        "local:///%00", "local:///a/./b", "data:,x", "javascript:x", "http://[::1/",
        "http://a:99999/", "s3:bucket/a", "s3://bucket/../a", "s3://bucket/a/%2e%2E/b",
        "s3://a\tb/c", "s3://bucket/a?/../b", "local:///a/%252e%252e/b", #"local:///a\..\b"#,
    ])
    func `other texts are refused`(_ text: String) {
        #expect(throws: URLFault.self) { try SourceAddress(text) }
    }

    @Test(arguments: [
        ("http://a.test/b/c.jpg?d=e/f.png", "c.jpg"), ("http://a.test/b%20c.jpg#d", "b c.jpg"),
        ("http://a.test/b%2Fc.jpg", "c.jpg"), (#"http://a.test/b\c.jpg"#, "c.jpg"),
        ("http://a.test/raw%3Fh=1", "raw"), ("http://a.test/raw%23h", "raw"),
        ("http://a.test/b/", ""), ("http://a.test", ""), ("http://a.test/%C3%A4.png", "ä.png"),
        ("s3://bucket/a/b%20c.png?v", "b c.png"), ("local:///a/b.png?c/d", "b.png"),
    ])
    func `the name of the file ends the decoded path`(text: String, name: String) throws {
        #expect(try SourceAddress(text).fileName == name)
    }

    @Test(arguments: [
        ("http://u:p@a.test:90/b?c#d", "http://a.test:90/b"),
        ("https://a.test/b%3Fsig=key", "https://a.test/b"),
        ("https://a.test/b%2523key", "https://a.test/b"),
        ("https://a.test/https://u:key@b.test/c?d", "https://a.test/https://…@b.test/c"),
        ("https://a.test/b@2x.png", "https://a.test/b@2x.png"),
        ("s3://bucket/a?versionId=key", "s3://bucket/a"), ("local:///a?key", "local:///a"),
    ])
    func `logs have scheme, host and path`(text: String, place: String) throws {
        #expect(try SourceAddress(text).place == place)
    }

    @Test func `logs have the digest of a text that is no address`() {
        let address = SourceAddress(reading: "user:hunter2@host/a.jpg?sig=key")
        #expect(!address.isRead)
        #expect(address.text == "user:hunter2@host/a.jpg?sig=key")
        #expect(address.place == "sha256:def22c5f4765d502")
    }
}
