#if HTTP && os(Linux)
    import Foundation
    import Glibc
    import TestSupport
    import Testing
    import WebImageCaching
    import WebImageCoding
    import WebImageHTTP
    import WebImageLoading
    import WebImagePipeline
    import WebImageS3

    /// A store of moto, which checks signatures, with objects and a user.
    private final class MotoStore: Sendable {
        struct Facts: Decodable, Sendable {
            var endpoint: String
            var key: String
            var secret: String
            var names: [String]
            var version: String
        }

        let facts: Facts
        private let process: pid_t

        init() async throws {
            let output = "/tmp/webimage-moto-\(UInt64.random(in: 0 ... .max))"
            defer { unlink(output) }
            let process = try PythonPrograms.start("s3-store.py", output: output)
            self.process = process
            let found = Locked<Facts?>(nil)
            let started = await eventually {
                let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
                guard text.hasSuffix("\n"), let line = text.split(separator: "\n").last else {
                    return false
                }
                let facts = try? JSONDecoder().decode(Facts.self, from: Data(line.utf8))
                found.change { $0 = facts }
                return facts != nil
            }
            guard started, let facts = found.value else {
                kill(process, SIGKILL)
                throw CocoaError(.fileReadUnknown)
            }
            self.facts = facts
        }

        deinit {
            kill(process, SIGKILL)
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
        }
    }

    @Suite(
        .enabled(if: PythonPrograms.isInstalled, "scripts/bootstrap test installs moto"),
        .timeLimit(.minutes(5)))
    struct MotoTests {
        @Test func `objects, versions, ranges and conditions of moto's store are loaded`()
            async throws
        {
            let store = try await MotoStore()
            try await names(store.facts)
            try await parts(store.facts)
            try await refusals(store.facts)
            try await pictures(store.facts)
        }

        private func loader(
            _ facts: MotoStore.Facts, secret: String? = nil, region: String = "eu-central-1"
        ) throws -> S3Loader {
            try S3Loader(
                over: CurlTransport(),
                credentials: S3Credentials(
                    accessKeyID: facts.key, secretAccessKey: secret ?? facts.secret),
                settings: S3Settings(region: region, endpoint: facts.endpoint))
        }

        private func load(
            _ url: String, _ loader: S3Loader, method: String = "GET", _ headers: HeaderFields = [:]
        ) async throws -> LoadedBody {
            try await loader.load(
                LoadRequest(source: .url(url), method: method, headers: headers))
        }

        private func names(_ facts: MotoStore.Facts) async throws {
            let loader = try loader(facts)
            for name in facts.names {
                let url = "s3://pictures/" + S3Signature.escaped(path: name)
                let response = try await load(url, loader)
                #expect(response.head.status == 200)
                #expect(try await response.bytes() == Array(name.utf8))
            }
            let first = try await load(
                "s3://pictures/versions.bin?versionId=\(facts.version)", loader)
            #expect(try await first.bytes() == Array("first".utf8))
        }

        private func parts(_ facts: MotoStore.Facts) async throws {
            let (loader, url) = (try loader(facts), "s3://pictures/large.bin")
            let whole = try await load(url, loader)
            let tag = try #require(whole.head.headers["ETag"])
            #expect(whole.expectedByteCount == 1 << 20)
            #expect(try await whole.bytes() == (0..<4096).flatMap { _ in [UInt8](0...255) })
            let part = try await load(url, loader, ["Range": "bytes=10-19", "If-Range": tag])
            #expect(part.head.status == 206)
            #expect(try await part.bytes() == [UInt8](10...19))
            let same = try await load(url, loader, ["If-None-Match": tag])
            #expect(same.head.status == 304)
            let head = try await load(url, loader, method: "HEAD")
            #expect(head.head.headers.integers("Content-Length") == [1 << 20])
        }

        private func refusals(_ facts: MotoStore.Facts) async throws {
            func code(_ url: String, _ loader: S3Loader) async throws -> String? {
                let response = try await load(url, loader)
                #expect(response.head.status >= 400)
                return response.statusReason
            }
            let loader = try loader(facts)
            #expect(try await code("s3://pictures/none", loader) == "NoSuchKey")
            #expect(try await code("s3://no-such-bucket/a", loader) == "NoSuchBucket")
            let wrong = try self.loader(facts, secret: "wrong")
            #expect(try await code("s3://pictures/a.bin", wrong) == "SignatureDoesNotMatch")
        }

        /// A pipeline renews an object by its tag, and its errors and keys have no secrets.
        private func pictures(_ facts: MotoStore.Facts) async throws {
            let pipeline = ImagePipeline(
                memory: MemoryCache(maxBytes: 0), disk: nil,
                loader: SchemeLoader(adding: ["s3": try loader(facts)]), codecs: CodecList())
            let bytes = try await pipeline.data(for: ImageRequest("s3://pictures/a.bin")).bytes
            #expect(bytes.withUnsafeBytes { Array($0) } == Array("a.bin".utf8))
            let key = try await pipeline.cacheKeys(for: "s3://pictures/a.bin").data
            #expect(key.description.contains("s3://pictures/a.bin"))
            do {
                _ = try await pipeline.data(for: ImageRequest("s3://pictures/none"))
                Issue.record("there is no such object")
            } catch {
                #expect("\(error)".contains("status 404 (NoSuchKey)"))
                for secret in [facts.key, facts.secret] {
                    #expect(!"\(error)".contains(secret))
                    #expect(!key.description.contains(secret))
                }
            }
        }
    }
#endif
