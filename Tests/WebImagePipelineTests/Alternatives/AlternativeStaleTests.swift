import FoundationEssentials
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// Alternatives and pictures whose time is over.
struct AlternativeStaleTests {
    /// Hosts whose pictures of `stale` are in the caches, past their time; those are down now.
    private func hosts(
        stale: [String], _ others: [String: SeveralHosts.Reply] = [:]
    ) async throws -> SeveralHosts {
        let hosts = SeveralHosts([:])
        for (index, host) in stale.enumerated() {
            hosts.set(host, .picture(20 + index))
            _ = try await hosts.load(ImageRequest(SeveralHosts.url(host)))
        }
        await hosts.pipeline.flush()
        hosts.clock.advance(by: 3600)
        for host in stale { hosts.set(host, .failure(SeveralHosts.unknown)) }
        for (host, reply) in others { hosts.set(host, reply) }
        return hosts
    }

    @Test(arguments: [true, false])
    func `a fresh alternative wins over a stale first`(isInMemory: Bool) async throws {
        let hosts = try await hosts(stale: ["a"], ["b": .picture(9)])
        if !isInMemory { hosts.pipeline.memory.removeAll() }
        let response = try await hosts.load(hosts.request(.host("b")))
        #expect(response.image.size.width == 9)
        #expect(response.alternative == 0)
        #expect(!response.isStale && response.staleReason == nil)
        #expect(hosts.steps == ["a>b"])
    }

    @Test func `a stale first is returned if no alternative is fresh`() async throws {
        let hosts = try await hosts(stale: ["a", "b"], ["c": .status(500)])
        let response = try await hosts.load(hosts.request(.host("b"), .host("c")))
        #expect(response.image.size.width == 20)
        #expect(response.alternative == nil)
        #expect(response.isStale && response.staleReason != nil)
        #expect(hosts.steps == ["a>b", "b>c", "c>"])
    }

    @Test func `of a first without a picture a stale alternative is returned`() async throws {
        let hosts = try await hosts(stale: ["b", "c"], ["a": .status(404)])
        let response = try await hosts.load(hosts.request(.host("b"), .host("c")))
        #expect(response.image.size.width == 20)
        #expect(response.alternative == 0 && response.staleReason != nil)
    }

    @Test func `bytes and information, too`() async throws {
        let hosts = try await hosts(stale: ["a"], ["b": .picture(9)])
        let request = hosts.request(.host("b"))
        #expect(try await hosts.pipeline.data(for: request).bytes == TestPipeline.picture(width: 9))
        let info = try await hosts.pipeline.info(for: request)
        #expect(info.metadata.size.width == 9 && info.alternative == 0)
        hosts.set("b", .status(500))
        let strict = hosts.request(.host("c"))
        #expect(try await hosts.pipeline.data(for: strict).bytes == TestPipeline.picture(width: 20))
    }

    @Test func `what is shown of the first stays until the end`() async throws {
        let hosts = try await hosts(stale: ["a", "b"])
        hosts.set("b", .picture(9))
        var request = hosts.request(.host("b"))
        request.cachePolicy = .cachedFirst
        var words: [String] = []
        for await update in hosts.pipeline.updates(for: request) {
            switch update {
            case .cached(let response): words.append("cached \(response.image.size.width)")
            case .finished(let result): words.append("end \(try result.get().image.size.width)")
            default: break
            }
        }
        // Not also the stale picture of the second.
        #expect(words == ["cached 20", "end 9"])
    }

    @Test func `a stale picture is shown at once without asking others`() async throws {
        let hosts = try await hosts(stale: ["a"], ["b": .picture(9)])
        var request = hosts.request(.host("b"))
        request.cachePolicy = .cachedFirst
        let response = try await hosts.load(request)
        #expect(response.isStale && response.alternative == nil)
        #expect(try await hosts.pipeline.cachedImage(for: request)?.alternative == nil)
        #expect(!hosts.asked.contains("b"))
    }

    @Test func `the memory has what a load would bring`() async throws {
        let hosts = SeveralHosts(["a": .bytes(SeveralHosts.page), "b": .picture(9)])
        let request = hosts.request(.host("b"))
        _ = try await hosts.load(ImageRequest(SeveralHosts.url("b")))
        // Not before the first has failed.
        #expect(hosts.pipeline.imageInMemory(for: request) == nil)
        _ = try await hosts.load(request)
        #expect(hosts.pipeline.imageInMemory(for: request)?.alternative == 0)
        // A status is not remembered: the first is to be asked.
        hosts.set("c", .status(500))
        var other = ImageRequest(SeveralHosts.url("c"))
        other.alternatives = [.host("b")]
        _ = try await hosts.load(other)
        #expect(hosts.pipeline.imageInMemory(for: other) == nil)
    }
}
