import Testing
import WebImageCaching
import WebImagePipeline
import WebImageRuntime
import WebImageTesting

struct ImageCacheConformanceTests {
    private func conformance(of flaw: ImageFlaw?) -> ImageCacheConformance {
        ImageCacheConformance(limited: { FlawedImageCache(flaw, maxBytes: $0) }) {
            FlawedImageCache(flaw)
        }
    }

    @Test func `trials have names of their own, and each finds a flaw`() {
        let names = ImageCacheConformance.trials.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names == ImageFlaw.allCases.map(\.rawValue))
    }

    @Test(arguments: ImageCacheConformance.trials)
    func `a cache without a flaw conforms`(_ trial: ImageCacheTrial) async {
        let violations = await conformance(of: nil).violations(in: trial)
        #expect(violations.isEmpty, "\(violations)")
    }

    @Test(arguments: ImageFlaw.allCases)
    func `a cache that breaks a promise is found out`(_ flaw: ImageFlaw) async throws {
        let trial = try #require(
            ImageCacheConformance.trials.first { $0.name == flaw.rawValue })
        let violations = await conformance(of: flaw).violations(in: trial)
        #expect(!violations.isEmpty)
        #expect(violations.allSatisfy { $0.trial == flaw.rawValue })
    }

    @Test func `a cache without limits isn't tried for any`() async {
        let violations = await ImageCacheConformance { FlawedImageCache(nil) }.violations()
        #expect(violations.isEmpty, "\(violations)")
    }

    @Test func `a cache that hangs is told about`() async throws {
        let trial = try #require(ImageCacheConformance.trials.first)
        let gate = Gate()
        let kit = ImageCacheConformance(patience: .milliseconds(20)) {
            gate.wait()
            return FlawedImageCache(nil)
        }
        let violations = await kit.violations(in: trial)
        gate.open()
        #expect(violations.first?.reason.contains("took longer") == true)
    }
}
