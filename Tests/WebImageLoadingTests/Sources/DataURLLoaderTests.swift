import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImageRuntime

@Suite struct DataURLLoaderTests {
    private func load(_ url: String, limits: LoadLimits = LoadLimits()) async throws -> LoadedBody {
        try await DataURLLoader().load(LoadRequest(source: .url(url), limits: limits))
    }

    @Test(arguments: [
        ("data:,hi", "text/plain", "hi"),
        ("data:,", "text/plain", ""),
        ("DATA:image/png,hi", "image/png", "hi"),
        ("data:image/svg+xml;charset=utf-8,%3Csvg/%3e", "image/svg+xml;charset=utf-8", "<svg/>"),
        ("data:,a%2", "text/plain", "a%2"),
        ("data:,a%zzb", "text/plain", "a%zzb"),
        ("data:,a b", "text/plain", "a b"),
        ("data:,a,b", "text/plain", "a,b"),
        ("data:,a#b", "text/plain", "a"),
        ("data:;charset=x,a", "text/plain;charset=x", "a"),
        ("data:image/png;base64,aGk=", "image/png", "hi"),
        ("data:image/png;base64,aGk", "image/png", "hi"),
        ("data:image/png;base64,aGkh", "image/png", "hi!"),
        ("data:image/png;base64,aA==", "image/png", "h"),
        ("data:image/png; BASE64 ,aGk=", "image/png", "hi"),
        ("data:image/png;base64,aG\n k\t=", "image/png", "hi"),
        ("data:image/png;base64,aGk%3D%0A", "image/png", "hi"),
        ("data:image/png;base64,Pj4%2FPz8%2b", "image/png", ">>???>"),
        ("data:image/png;base64,", "image/png", ""),
        ("data:base64,aGk=", "text/plain", "aGk="),
    ])
    func `data is decoded`(_ url: String, _ mediaType: String, _ text: String) async throws {
        let answer = try await load(url)
        #expect(answer.head.headers["Content-Type"] == mediaType)
        #expect(answer.origin == .file)
        #expect(answer.expectedByteCount == text.utf8.count)
        #expect(try await answer.bytes() == Array(text.utf8))
    }

    @Test(arguments: [
        "data:", "data:image/png", "data:image/png;base64", "data:;base64,a", "data:;base64,aGk=a",
        "data:;base64,a===", "data:;base64,aGkh=", "data:;base64,=", "data:;base64,a-_b",
        "data:;base64,a\u{e4}", "http://a/", "",
    ])
    func `what is no data is refused`(_ url: String) async {
        #expect(await isRefused { try await load(url) })
    }

    @Test(arguments: [
        ("data:,12345", 5), ("data:,%31%32", 2), ("data:;base64,aGkh", 3),
    ])
    func `data is limited`(_ url: String, _ count: Int) async throws {
        #expect(
            try await load(url, limits: LoadLimits(maxBodyBytes: count)).bytes().count == count)
        let limits = LoadLimits(maxBodyBytes: count - 1)
        #expect(await loadFailure { try await load(url, limits: limits) }?.kind == .tooLarge)
    }

    @Test func `a head doesn't repeat the data`() async throws {
        #expect(try await load("data:image/png;base64,aGk=").head.url == "data:image/png")
    }

    @Test func `bytes are passed on without a copy`() async throws {
        let block = ByteBlock(copying: [1, 2, 3])
        let request = LoadRequest(source: .data(block))
        for try await chunk in try await DataURLLoader().load(request).chunks {
            #expect(chunk === block)
        }
        let limited = LoadRequest(source: .data(block), limits: LoadLimits(maxBodyBytes: 2))
        #expect(await loadFailure { try await DataURLLoader().load(limited) }?.kind == .tooLarge)
    }

    @Test func `a file is refused`() async {
        #expect(
            await isRefused { try await DataURLLoader().load(LoadRequest(source: .file("/a"))) })
    }
}
