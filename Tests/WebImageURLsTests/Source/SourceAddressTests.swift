import Testing
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
    }

    @Test func `a file has a path below the server's folder`() throws {
        let address = try SourceAddress("local:///a/b%20c.jpg")
        #expect(address.url == "local:///a/b%20c.jpg")
        #expect(address.host == nil)
    }

    @Test func `an object of S3 has a bucket and a key`() throws {
        let address = try SourceAddress("s3://bucket/a/b%20c.jpg?versionId=d")
        #expect(address.url == "s3://bucket/a/b%20c.jpg?versionId=d")
        #expect(address.host == nil)
    }

    @Test(arguments: [
        "", "a.jpg", "//a.test/", "ftp://a.test/", "http:///a", "http://a b/", "http://a\u{0}/",
        "http://a\n.test/", "local://host/a", "local:a", "local:///../a", "local:///a/%2e%2E/b",
        "local:///%00", "local:///a/./b", "data:,x", "javascript:x", "http://[::1/",
        "http://a:99999/", "s3:bucket/a", "s3://bucket/../a", "s3://bucket/a/%2e%2E/b",
        "s3://a\tb/c",
    ])
    func `other texts are refused`(_ text: String) {
        #expect(throws: URLFault.self) { try SourceAddress(text) }
    }
}
