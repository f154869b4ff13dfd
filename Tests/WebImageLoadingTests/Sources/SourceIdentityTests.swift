import Testing
import WebImageCaching
import WebImageLoading

struct SourceIdentityTests {
    @Test(arguments: ["ht\ntps://host.test/a.jpg", " https://host\t.test/a.jpg\r"])
    func `line breaks and tabs are no part of a URL`(url: String) throws {
        let plain = try SourceIdentity.immediate(of: .url("https://host.test/a.jpg"))
        #expect(try SourceIdentity.immediate(of: .url(url)) == plain)
    }

    @Test(arguments: ["my_app://x", "1st:y", "photos:z"])
    func `a scheme of a program's own loader may have any text`(url: String) throws {
        #expect(try SourceIdentity.immediate(of: .url(url)) != nil)
    }

    @Test(arguments: ["a/b", ":x", ""])
    func `a text without a scheme is refused`(url: String) {
        #expect(throws: LoadFailure.self) { try SourceIdentity.immediate(of: .url(url)) }
    }

    @Test(arguments: ["https:\t//u:p@bad host^/x", "ftp:\n//u:p@h/x", "my_app://u:p@h/x"])
    func `a user is in no text of a key, however the URL is written`(url: String) throws {
        let identity = try #require(try SourceIdentity.immediate(of: .url(url)))
        #expect(!identity.subject.contains("u:p"))
        #expect(identity.parts.allSatisfy { !$0.value.contains("u:p") })
        #expect(!SourceIdentity.redacted(url).contains("u:p"))
    }
}
