import Testing

@testable import WebImageThumbnails

/// The URIs of files, as GLib 2.74 spells them.
struct FileURITests {
    @Test func `each byte is escaped as GLib does`() {
        let path = [UInt8(ascii: "/")] + (1...255).filter { $0 != UInt8(ascii: "/") }
        let controls =
            "%01%02%03%04%05%06%07%08%09%0A%0B%0C%0D%0E%0F"
            + "%10%11%12%13%14%15%16%17%18%19%1A%1B%1C%1D%1E%1F"
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ%5B%5C%5D%5E_%60abcdefghijklmnopqrstuvwxyz"
        let high = (128...255).map { "%" + String($0, radix: 16, uppercase: true) }.joined()
        #expect(
            FileURI.uri(ofPath: path) == "file:///" + controls
                + "%20!%22%23$%25&'()*+,-.0123456789:%3B%3C=%3E%3F@" + letters
                + "%7B%7C%7D~%7F" + high)
    }

    @Test(arguments: [
        ("//a", "//a"), ("///a", "/a"), ("/a//b", "/a/b"), ("/a/./b", "/a/b"), ("/a/../b", "/b"),
        ("/a/b/", "/a/b"), ("/..", "/"), ("/a;b", "/a;b"),
    ])
    func `a path is brought into GLib's form`(path: String, expected: String) {
        #expect(FileURI.absolute(path) == expected)
    }

    @Test func `a relative path begins at the working folder`() throws {
        let found = try #require(FileURI.absolute("x/../name"))
        #expect(found.hasPrefix("/") && found.hasSuffix("/name") && !found.contains(".."))
    }

    @Test(arguments: ["", "/a\0b"])
    func `a path that no file can have has no URI`(path: String) {
        #expect(FileURI.absolute(path) == nil)
    }

    @Test func `the example of the standard has its name`() {
        #expect(
            FileURI.thumbnailName(of: "file:///home/jens/photos/me.png")
                == "c6ee772d9e49320e97ec29a7eb5b1697.png")
    }
}
