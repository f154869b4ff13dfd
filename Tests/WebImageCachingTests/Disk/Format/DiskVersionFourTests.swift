import Foundation
import TestSupport
import Testing
import WebImageCoding
import WebImagePixels

@testable import WebImageCaching

/// Entries of version 4 that a program wrote whose newest version that was.
///
/// `webimage` of commit 2ec46ed5 made both by
/// `webimage get http://127.0.0.1:8058/one.png -o out.png --cache-dir cache`, from a server that
/// sent a PNG of 69 bytes with `ETag: "four"`, `Vary: Accept-Language` and
/// `Cache-Control: max-age=31536000`: the bytes as they were loaded in `cache/v1`, and the file of
/// the picture in `cache/spaces/results/v1`.
struct DiskVersionFourTests {
    private static let original = """
        V0lFbnRyeQoEAAAAIAIAAEUAAAAAAAAAOAVgnWnDZu8Wy3lnO1WQIScAAAAzOnVybD0yOTpodHRwOi8vMTI3LjAu
        MC4xOjgwNTgvb25lLnBuZzvhCBXNF1/IQQEAAACNsU/JQQEAAADNTlTJQQEJAAAAaW1hZ2UvcG5nAR0AAABodHRw
        Oi8vMTI3LjAuMC4xOjgwNTgvb25lLnBuZ8gAAAAAAAAABwAAAAYAAABTZXJ2ZXIaAAAAQmFzZUhUVFAvMC42IFB5
        dGhvbi8zLjExLjcEAAAARGF0ZR0AAABNb24sIDMwIE5vdiAyMDI2IDIyOjI2OjM0IEdNVAwAAABDb250ZW50LVR5
        cGUJAAAAaW1hZ2UvcG5nDgAAAENvbnRlbnQtTGVuZ3RoAgAAADY5BAAAAEVUYWcGAAAAImZvdXIiBAAAAFZhcnkP
        AAAAQWNjZXB0LUxhbmd1YWdlDQAAAENhY2hlLUNvbnRyb2wQAAAAbWF4LWFnZT0zMTUzNjAwMAFAAAAAMjg2ZWU3
        NzQ3OGVkNGM2ZGU0ZmY5MjMwOGYwOWFjODk1YWNjYTc0MTllODI0ZDQ5ZmMzZjc4Y2EzNGI3M2M5YUAAAAAyODZl
        ZTc3NDc4ZWQ0YzZkZTRmZjkyMzA4ZjA5YWM4OTVhY2NhNzQxOWU4MjRkNDlmYzNmNzhjYTM0YjczYzlhb54NzRdf
        yEF8ixTNF1/IQQABAAAADwAAAGFjY2VwdC1sYW5ndWFnZQABRQAAAAAAAAA4BWCdacNm7wAAAACJUE5HDQoaCgAA
        AA1JSERSAAAAAQAAAAEIAgAAAJB3U94AAAAMSURBVHicY/jPwAAAAwEBAMn+ku8AAAAASUVORK5CYII=
        """
    private static let result = """
        V0lFbnRyeQoEAAAAYQQAAEUAAAAAAAAAOAVgnWnDZu/dv7q6eceB1ikCAAAzOnVybD0yOTpodHRwOi8vMTI3LjAu
        MC4xOjgwNTgvb25lLnBuZzs2OmNvZGVjcz0yMDU6anBlZy9saWJqcGVnLXR1cmJvLTIuMS41LzIscG5nL2xpYnBu
        Zy0xLjYuMzkvMyxnaWYvZ2lmbGliLTUuMi4xLzEsbGlid2VicCAxLjIuNC8yLGxpYmF2aWYgMC4xMS8yLGxpYmhl
        aWYgMS4xNS4xLzIsanhsL2xpYmp4bC0wLjcvMixzdmcvbGlicnN2Zy8yLHRpZmYvbGlidGlmZi8yLGJtcC0yLGlj
        by0xKHBuZy9saWJwbmctMS42LjM5LzMpLGxjbXMyIDIuMTQvMjs5OnNlbWFudGljcz0yOjEzOzQ6ZmlsZT03OToy
        MTpnZXQsLHBuZywwLGZhbHNlLHRydWUsdjIsODAsZmFsc2UsZmFsc2UsMCxhdXRvbWF0aWMsMjU1LDI1NSwyNTUs
        MCwsMCxmYWxzZSwsOzg6ZW5jb2RlcnM9MTcyOmpwZWcvbGlianBlZy10dXJiby0yLjEuNS8yLHBuZy9saWJwbmct
        MS42LjM5LzMsYXBuZy9saWJwbmctMS42LjM5LzMsZ2lmL2dpZmxpYi01LjIuMS8xLGxpYndlYnAgMS4yLjQsbGli
        YXZpZiAwLjExLGxpYmhlaWYgMS4xNS4xLGp4bC9saWJqeGwtMC43LzIsdGlmZi9saWJ0aWZmLzEsYm1wLTEsaWNv
        LTE743wVzRdfyEEBAAAAjbFPyUEBAAAAzU5UyUEBCQAAAGltYWdlL3BuZwEdAAAAaHR0cDovLzEyNy4wLjAuMTo4
        MDU4L29uZS5wbmfIAAAAAAAAAAcAAAAGAAAAU2VydmVyGgAAAEJhc2VIVFRQLzAuNiBQeXRob24vMy4xMS43BAAA
        AERhdGUdAAAATW9uLCAzMCBOb3YgMjAyNiAyMjoyNjozNCBHTVQMAAAAQ29udGVudC1UeXBlCQAAAGltYWdlL3Bu
        Zw4AAABDb250ZW50LUxlbmd0aAIAAAA2OQQAAABFVGFnBgAAACJmb3VyIgQAAABWYXJ5DwAAAEFjY2VwdC1MYW5n
        dWFnZQ0AAABDYWNoZS1Db250cm9sEAAAAG1heC1hZ2U9MzE1MzYwMDABQAAAADI4NmVlNzc0NzhlZDRjNmRlNGZm
        OTIzMDhmMDlhYzg5NWFjY2E3NDE5ZTgyNGQ0OWZjM2Y3OGNhMzRiNzNjOWFAAAAAMjg2ZWU3NzQ3OGVkNGM2ZGU0
        ZmY5MjMwOGYwOWFjODk1YWNjYTc0MTllODI0ZDQ5ZmMzZjc4Y2EzNGI3M2M5YW+eDc0XX8hBfIsUzRdfyEEAAQAA
        AA8AAABhY2NlcHQtbGFuZ3VhZ2UAAUUAAAAAAAAAOAVgnWnDZu8/AAAAcG5nIGIxZmY5YzhlYTNhNzgwYmFkMDli
        MzQ2YzQyM2QyZDBlIDEgMSAxIDEgMSAxIDEgMCBwbmcgc3RpbGwgiVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIA
        AACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC
        """

    private let folder: DiskFolder
    private let cache: DiskCache

    init() throws {
        folder = try DiskFolder()
        // The day after the entries were written.
        cache = DiskCache(folder: folder.path) { Date(timeIntervalSince1970: 1_796_169_600) }
    }

    private func bytes(_ text: String) throws -> Data {
        try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters))
    }

    /// Puts an entry into the folder and returns its key.
    private func placed(_ text: String) throws -> CacheKey {
        let bytes = try bytes(text)
        let start = ByteBlock(copying: bytes).withSpan { DiskEntry.start(of: $0) }
        guard case .entry(let entry) = start else { throw DiskError("no entry", path: "", code: 0) }
        var parts: [(name: String, value: String)] = []
        var rest = Substring(entry.key)
        // A key is `LENGTH:NAME=LENGTH:VALUE;` for each part.
        func take() throws -> String {
            let count = try #require(Int(rest.prefix { $0 != ":" }))
            rest = rest.drop { $0 != ":" }.dropFirst()
            defer { rest = rest.dropFirst(count + 1) }
            return String(rest.prefix(count))
        }
        while !rest.isEmpty { parts.append((try take(), try take())) }
        let key = CacheKey(subject: "four", parts: parts)
        let file = URL(filePath: folder.file(of: key))
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try bytes.write(to: file)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: file.path)
        return key
    }

    @Test func `the bytes as they were loaded are read`() throws {
        let key = try placed(Self.original)
        let entry = try #require(try cache.reader(for: key))
        #expect(entry.bytes.count == 69)
        #expect(entry.head.mediaType == "image/png")
        #expect(entry.head.response?.headers["ETag"] == "\"four\"")
        #expect(entry.head.record?.selectors.map(\.name) == ["accept-language"])
        #expect(entry.head.record?.body == BodyFingerprint(of: entry.bytes))
        #expect(entry.head.userData.isEmpty)
        #expect(entry.head.requestUserData.isEmpty)
        let value = ByteBlock(copying: try bytes(Self.original))
        #expect(StoredEntry(decoding: value, for: key)?.head == entry.head)
    }

    @Test func `the file of a picture is read with its facts`() throws {
        let entry = try #require(try cache.reader(for: try placed(Self.result)))
        let file = try #require(CachedFile(entry.bytes, userData: entry.head.userData))
        #expect(file.format == .png)
        #expect((file.size.width, file.size.height, file.frameCount) == (1, 1, 1))
        #expect(entry.head.requestUserData.isEmpty)
    }

    @Test func `it is written as it was, and renewed in place`() throws {
        let key = try placed(Self.original)
        let entry = try #require(try cache.reader(for: key))
        let again = try entry.encoded(for: key)
        #expect(again == ByteBlock(copying: try bytes(Self.original)))
        var head = entry.head
        head.storedAt += 1
        try cache.renew(key, from: entry.head, to: head)
        let file = try Data(contentsOf: URL(filePath: folder.file(of: key)))
        #expect(file.starts(with: try bytes(Self.original)))
        #expect(try cache.reader(for: key)?.head == head)
    }

    @Test func `data of a request make it version 5, with the same bytes`() throws {
        let key = try placed(Self.original)
        let entry = try #require(try cache.reader(for: key))
        var head = entry.head
        head.requestUserData = [1, 2, 3]
        try cache.renew(key, from: entry.head, to: head)
        let file = try Data(contentsOf: URL(filePath: folder.file(of: key)))
        #expect(file[8..<12] == Data([5, 0, 0, 0]))
        #expect(try cache.reader(for: key)?.head == head)
        #expect(try cache.get(key) == entry.bytes.array)
        // Later heads stay in that version, with data or without.
        var plain = head
        plain.requestUserData = []
        try cache.renew(key, from: head, to: plain)
        #expect(try cache.reader(for: key)?.head == plain)
        #expect(try Data(contentsOf: URL(filePath: folder.file(of: key)))[8] == 5)
    }
}
