#if Server
    import Foundation
    import TestSupport
    import Testing
    import WebImage

    @testable import WebImageServer

    /// Sources `local:///…`.
    struct LocalFilesTests {
        private let folder = TemporaryFolder()
        private let root: String
        private static let word = Array("picture".utf8)

        /// Makes `a.png`, `b?c`, `sub/d`, a link out of the root and one within, and a file beside
        /// the root.
        init() throws {
            root = folder.path + "/root"
            let files = FileManager.default
            try files.createDirectory(atPath: root + "/sub", withIntermediateDirectories: true)
            for name in ["root/a.png", "root/b?c", "root/sub/d", "secret", "root2"] {
                #expect(
                    files.createFile(atPath: "\(folder.path)/\(name)", contents: Data(Self.word)))
            }
            let date = Date(timeIntervalSince1970: 60)
            try files.setAttributes([.modificationDate: date], ofItemAtPath: root + "/a.png")
            for (name, target) in [("out", "../secret"), ("in", "sub/d"), ("up", "..")] {
                try files.createSymbolicLink(
                    atPath: "\(root)/\(name)", withDestinationPath: target)
            }
        }

        private func load(
            _ address: String, _ fields: HeaderFields = [:], mark: String = "?",
            firstByteCount: Int? = nil
        ) async throws -> (head: ResponseHead, bytes: [UInt8]) {
            var request = LoadRequest(source: .url(address), headers: fields)
            request.firstByteCount = firstByteCount
            let body = try await LocalFiles(root: root, queryMark: mark).load(request)
            var bytes: [UInt8] = []
            for try await chunk in body.chunks { bytes += chunk.withUnsafeBytes { Array($0) } }
            return (body.head, bytes)
        }

        @Test(arguments: [
            "a.png", "/a.png", "./a.png", "sub/../a.png", "../a.png", "a.png?version=2", "sub/d",
            "in", "a.png/", "sub//d",
        ])
        func `a file below the root is found`(path: String) async throws {
            #expect(try await load("local:///\(path)").bytes == Self.word)
        }

        @Test(arguments: [
            "none", "", "sub", "../secret", "out", "up/secret", "up/root2", "../root2",
            "sub/../../secret", "a.png\u{0}", "a.png%00", "%2e%2e/secret", "../root/a.png",
        ])
        func `nothing else is`(path: String) async {
            await #expect { _ = try await load("local:///\(path)") } throws: {
                ($0 as? LoadFailure)?.kind == .fileNotFound
            }
            #expect(LocalFiles(root: root, queryMark: "?").head(of: "local:///\(path)") == nil)
        }

        @Test(arguments: ["local://host/a.png", "local:a.png", "local:/a.png", "file:///a.png"])
        func `an address has no host and three slashes`(address: String) async {
            await #expect(throws: LoadFailure.self) { _ = try await load(address) }
            #expect(LocalFiles(root: root, queryMark: "?").head(of: address) == nil)
        }

        @Test func `a source of another kind is refused`() async {
            await #expect {
                _ = try await LocalFiles(root: root, queryMark: "?").load(
                    LoadRequest(source: .file(root + "/a.png")))
            } throws: {
                ($0 as? LoadFailure)?.kind == .refusedRequest
            }
        }

        @Test func `the mark of a query is that of the settings`() async throws {
            await #expect(throws: LoadFailure.self) { _ = try await load("local:///b?c") }
            #expect(try await load("local:///b?c", mark: "").bytes == Self.word)
            #expect(try await load("local:///a.png!!x?", mark: "!!").bytes == Self.word)
            await #expect(throws: LoadFailure.self) {
                _ = try await load("local:///a.png?", mark: "!!")
            }
        }

        @Test func `a file has its date, a tag, and no lifetime`() async throws {
            let head = try await load("local:///a.png").head
            #expect(head.status == 200 && head.url == "local:///a.png")
            #expect(head.headers["Last-Modified"] == "Thu, 01 Jan 1970 00:01:00 GMT")
            #expect(head.headers["Cache-Control"] == "no-cache")
            let files = LocalFiles(root: root, queryMark: "?")
            #expect(files.head(of: "local:///a.png") == head.headers)
            #expect(files.head(of: "http://a.test/a.png") == nil)
        }

        @Test func `a tag is confirmed without the file, unless its size or time differs`()
            async throws
        {
            let tag = try #require(try await load("local:///a.png").head.headers["ETag"])
            #expect(tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.count == 42)
            let known = try await load("local:///a.png", ["If-None-Match": "\"x\", \(tag)"])
            #expect(known.head.status == 304 && known.bytes == [])
            #expect(known.head.headers["ETag"] == tag)
            let other = try await load("local:///a.png", ["If-None-Match": "\"x\""])
            #expect(other.head.status == 200 && other.bytes == Self.word)
            #expect(try await load("local:///sub/d").head.headers["ETag"] != tag)
            try Data(Self.word + [1]).write(to: URL(filePath: root + "/a.png"))
            #expect(try await load("local:///a.png").head.headers["ETag"] != tag)
        }

        @Test func `a file is whole, though its first bytes would do`() async throws {
            #expect(try await load("local:///a.png", firstByteCount: 1).bytes == Self.word)
        }

        @Test func `the folder is a part of keys`() {
            let one = LocalFiles(root: root, queryMark: "?").identity
            #expect(one != LocalFiles(root: root + "/sub", queryMark: "?").identity)
            #expect(one == LocalFiles(root: root + "/up/root", queryMark: "?").identity)
        }

        @Test func `a folder is none without one`() {
            #expect(LocalFiles.isFolder(root))
            #expect(!LocalFiles.isFolder(root + "/a.png") && !LocalFiles.isFolder(root + "/none"))
        }
    }
#endif
