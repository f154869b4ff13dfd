#if Server
    import Testing
    import WebImage
    import WebImageTesting
    import WebImageURLs

    @testable import WebImageServer

    /// The files that were answered lately, in two generations.
    struct RecentFilesTests {
        private let files = RecentFiles()

        private func key(_ number: Int, accept: String? = nil) -> RecentFiles.Key {
            RecentFiles.Key(target: "\(number)", accept: accept)
        }

        /// Returns the entry of a server that has answered a picture from memory.
        private func entry(width: Int = 4, height: Int = 3) async throws -> RecentFiles.Entry {
            let loader = try TestServer.loader(of: TestServer.file(width, height))
            let server = try await TestServer(loader: loader)
            for _ in 0..<2 { _ = await server.ask(TestServer.picture) }
            let first = RecentFiles.Key(target: TestServer.picture, accept: nil)
            return try #require(server.server.core.recent[first])
        }

        @Test func `of two generations the older one goes`() async throws {
            let entry = try await entry()
            for number in 0..<1_024 { files.insert(entry, for: key(number)) }
            #expect(files[key(0)] != nil)
            files.insert(entry, for: key(5_000))
            #expect(files[key(1)] != nil)
            for number in 2_000..<4_048 { files.insert(entry, for: key(number)) }
            #expect(files[key(1)] == nil && files[key(4_047)] != nil)
            files.removeAll()
            #expect(files[key(4_047)] == nil)
        }

        @Test func `bytes bound a generation, too`() async throws {
            let entry = try await entry(width: 300, height: 200)
            // A generation of 8 MB has fewer than 50 of these.
            for number in 0..<100 { files.insert(entry, for: key(number)) }
            #expect(files[key(0)] == nil && files[key(99)] != nil)
        }

        @Test func `an entry that comes again counts once`() async throws {
            let entry = try await entry(width: 300, height: 200)
            files.insert(entry, for: key(1))
            for _ in 0..<200 { files.insert(entry, for: key(2)) }
            #expect(files[key(1)] != nil && files[key(2)] != nil)
        }

        @Test func `a target has a file for each field of accepted formats`() async throws {
            files.insert(try await entry(), for: key(1, accept: "image/webp"))
            #expect(files[key(1)] == nil && files[key(1, accept: "image/webp")] != nil)
        }
    }

    extension TestServer {
        /// Returns one picture for every address, which is fresh for a minute.
        fileprivate static func loader(of file: ByteBlock) -> ScriptedLoader {
            loader { _, _ in (["Cache-Control": "max-age=60"], file) }
        }
    }
#endif
