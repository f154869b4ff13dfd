import FoundationEssentials
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting
import WebImageTransforms

/// The failures after which another source is asked, and the others.
struct AlternativeFailureTests {
    private static let kinds: [(LoadFailure.Kind, Bool)] = [
        (.hostNotFound, true), (.connectionFailed, true), (.tls, true), (.timedOut, true),
        (.truncated, true), (.tooLarge, true), (.status(404), true), (.status(500), true),
        (.mediaType("text/html"), true), (.notModified, true), (.redirect, true),
        (.unresolved, true), (.malformed, true), (.refusedAddress, true), (.fileNotFound, true),
        (.fileUnreadable, true), (.changed, true), (.other, true), (.recursion, false),
        (.refusedRequest, false), (.cancelled, false),
    ]

    @Test(arguments: kinds)
    func `failures of loads`(kind: LoadFailure.Kind, isMended: Bool) async throws {
        try await check(.failure(LoadFailure(kind, "scripted")), isMended)
    }

    private func check(_ reply: SeveralHosts.Reply, _ isMended: Bool) async throws {
        let hosts = SeveralHosts(["a": reply, "b": .picture(9)])
        let error = await hosts.test.error(of: hosts.request(.host("b")))
        #expect((error == nil) == isMended)
        #expect(hosts.steps == (isMended ? ["a>b"] : []))
    }

    @Test func `bytes that are no picture, and a remembered failure`() async throws {
        let hosts = SeveralHosts(["a": .bytes(SeveralHosts.page), "b": .picture(9)])
        for _ in 0..<2 {
            #expect(try await hosts.load(hosts.request(.host("b"))).alternative == 0)
        }
        #expect(hosts.asked == ["a", "b"])
        let refusals = hosts.test.trace.events.compactMap { event -> ImageError? in
            guard case .fellBack(_, _, let error) = event else { return nil }
            return error
        }
        guard case .decode? = refusals.first, case .remembered? = refusals.last else {
            Issue.record("\(refusals)")
            return
        }
    }

    @Test func `a picture over the limit of pixels may be smaller elsewhere`() async throws {
        var hosts = SeveralHosts(["a": .picture(400), "b": .picture(9)])
        hosts.test.pipeline.setLimits { $0.decode.maxPixels = 1000 }
        #expect(try await hosts.load(hosts.request(.host("b"))).alternative == 0)
    }

    @Test func `a body over the limit of the caller may be smaller elsewhere`() async throws {
        let hosts = SeveralHosts(["a": .picture(400), "b": .picture(401), "c": .picture(9)])
        var request = hosts.request(.host("b"), .host("c"))
        request.maxBodyBytes = 1000
        #expect(try await hosts.load(request).alternative == 1)
    }

    @Test func `a miss of the caches, if only they are asked`() async throws {
        let hosts = SeveralHosts(["a": .picture(8), "b": .picture(9)])
        var request = hosts.request(.host("b"))
        request.cachePolicy = .onlyIfCached
        guard case .notCached? = await hosts.test.error(of: request) else {
            Issue.record("found a picture")
            return
        }
        #expect(try await hosts.pipeline.cachedImage(for: request) == nil)
        _ = try await hosts.load(ImageRequest(SeveralHosts.url("b")))
        #expect(try await hosts.load(request).alternative == 0)
        #expect(try await hosts.pipeline.cachedImage(for: request)?.alternative == 0)
        #expect(hosts.asked == ["b"])
    }

    @Test func `no origin of a request of its own is asked for cached images`() async throws {
        let hosts = SeveralHosts(["b": .picture(9)])
        let own = ImageRequest(SeveralHosts.url("b"))
        #expect(try await hosts.pipeline.cachedImage(for: hosts.request(.request(own))) == nil)
        #expect(hosts.asked.isEmpty)
    }

    @Test func `transforms, inputs and encoding fail for every source`() async throws {
        let hosts = SeveralHosts(["a": .picture(8), "b": .picture(9), "i": .status(500)])
        var request = hosts.request(.host("b"))
        request.transforms = [.resize(to: PixelSize(width: 1 << 30, height: 1 << 30))]
        #expect(await hosts.test.error(of: request)?.stage == "transform")
        request.transforms = [.composite(ImageRequest(SeveralHosts.url("i")))]
        guard case .input? = await hosts.test.error(of: request) else {
            Issue.record("no failure of the input")
            return
        }
        request.transforms = []
        await #expect { try await hosts.pipeline.file(for: request, as: .png) } throws: { error in
            (error as? ImageError)?.stage == "encode"
        }
        #expect(hosts.steps.isEmpty && !hosts.asked.contains("b"))
    }

    @Test func `an input has no alternatives`() async throws {
        let hosts = SeveralHosts(["a": .picture(8), "b": .picture(9)])
        var request = ImageRequest(SeveralHosts.url("a"))
        request.transforms = [.composite(hosts.request(.host("b")))]
        guard case .input(_, .request)? = await hosts.test.error(of: request) else {
            Issue.record("it was accepted")
            return
        }
    }

    @Test func `a text that is no URL is the caller's mistake`() async throws {
        let hosts = SeveralHosts(["b": .picture(9)])
        var request = ImageRequest("no url")
        request.alternatives = [.host("b")]
        #expect(await hosts.test.error(of: request)?.stage == "request")
        // Of an alternative it is a failure like others.
        let other = SeveralHosts(["a": .status(500), "b": .picture(9)])
        #expect(try await other.load(other.request("no url", .host("b"))).alternative == 1)
    }
}
