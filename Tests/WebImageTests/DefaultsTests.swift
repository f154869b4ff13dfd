import Testing
import WebImage

/// The defaults of the design, compared with those of the code.
@Suite struct DefaultsTests {
    @Test func `six transfers run for one host, 64 in all`() {
        let limits = LoadLimits()
        #expect(limits.maxTransfersPerHost == 6)
        #expect(limits.maxTransfers == 64)
    }

    @Test func `of equally keen transfers the first come goes first`() {
        var queue = AdmissionQueue(capacity: 1, limitPerGroup: 1)
        let tickets = (0..<4).map { _ in queue.issue() }
        let isAdmitted = tickets.map {
            queue.enter($0, group: "example.com", needs: WorkNeeds())
        }
        #expect(isAdmitted == [true, false, false, false])
        #expect(queue.leave(tickets[0]) == [tickets[1]])
        #expect(queue.leave(tickets[1]) == [tickets[2]])
        #expect(queue.leave(tickets[2]) == [tickets[3]])
    }

    @Test func `a connection has 10 seconds, silence 15, the whole no end`() {
        let limits = LoadLimits()
        #expect(limits.connectTimeout == .seconds(10))
        #expect(limits.idleTimeout == .seconds(15))
        #expect(ImageOptions().timeout == nil)
        #expect(NetworkPolicy().totalTimeout == .seconds(60))
        #expect(limits.minimumTransferRate == 1_000)
        #expect(limits.transferRateWindow == .seconds(30))
    }

    @Test func `twenty redirects are followed`() {
        #expect(LoadLimits().maxRedirects == 20)
    }

    @Test func `a body has at most 128 MB`() {
        #expect(LoadLimits().maxBodyBytes == 128 << 20)
    }

    @Test func `a picture has at most 100 megapixels and 512 MB`() {
        let limits = DecodeLimits()
        #expect(limits.maxPixels == 100_000_000)
        #expect(limits.maxBytes == 512 << 20)
    }

    @Test func `an animation has at most 100,000 frames`() {
        #expect(DecodeLimits().maxFrames == 100_000)
    }

    @Test func `the disk keeps 1 GB for 7 days`() {
        let limits = DiskLimits()
        #expect(limits.maxBytes == 1 << 30)
        #expect(limits.lifetime == .seconds(7 * 24 * 60 * 60))
        #expect(limits.maxEntries == nil)
    }

    @Test func `the disk cache lies in the XDG cache folder`() {
        let folder = StandardFolder.path(
            environment: { $0 == "XDG_CACHE_HOME" ? "/caches" : nil }, home: { "/home/user" })
        #expect(folder == "/caches/webimage")
        let fallback = StandardFolder.path(environment: { _ in nil }, home: { "/home/user" })
        #expect(fallback == "/home/user/.cache/webimage")
    }

    @Test(arguments: [(1 << 30, 161_061_273), (4 << 30, 644_245_094), (64 << 30, 1 << 30)])
    func `memory keeps 15 % of what the process may use, at most 1 GB`(
        available: Int, expected: Int
    ) {
        #expect(abs(MemoryBudget.cacheLimit(of: available) - expected) < 64)
    }

    @Test(arguments: [1 << 28, 1 << 30, 64 << 30])
    func `work in flight uses a quarter of what the process may use`(available: Int) {
        #expect(MemoryBudget.workLimit(of: available) == available / 4)
    }

    @Test func `the budget of this process is more than a picture of twelve megapixels takes`() {
        #expect(PipelineLimits().memoryBudget > 96 << 20)
        #expect(PipelineLimits(memoryBudget: 7).memoryBudget == 7)
    }

    @Test func `the memory cache of this process keeps to that limit`() {
        #expect((1...1 << 30).contains(MemoryCache().maxBytes))
    }

    @Test func `caches answer, everything is stored, nothing is scaled`() {
        let options = ImageOptions()
        #expect(options.cachePolicy == .normal)
        #expect(options.memoryCaching == .readWrite)
        #expect(options.diskCaching == .readWrite)
        #expect(!options.keepsEncodedBytes)
        #expect(options.targetSize == nil)
        #expect(options.targetFit == .fit)
        #expect(options.targetSizing == nil)
        #expect(options.byteBudget == nil)
        #expect(!options.firstFrameOnly)
        #expect(options.page == 0)
        #expect(options.allowsTruncatedData)
        #expect(options.colorProfile == .sRGB)
        #expect(options.previews == .off)
        #expect(options.progressInterval == .milliseconds(100))
        #expect(options.acceptedStatuses == StatusSet(200...299))
        #expect(options.acceptedMediaTypes.isEmpty)
        #expect(!options.allowsFileURLs)
    }

    @Test func `a lossy format is encoded with quality 80 on white`() {
        let settings = EncodeSettings()
        #expect(settings.quality == 80)
        #expect(!settings.isLossless)
        #expect(!settings.isProgressive)
        #expect(settings.matte == SIMD3(255, 255, 255))
    }

    @Test func `a pipeline starts from the documented limits`() {
        let limits = ImagePipeline(transport: nil, disk: nil).limits
        #expect(limits.load == LoadLimits())
        #expect(limits.decode == DecodeLimits())
    }
}
