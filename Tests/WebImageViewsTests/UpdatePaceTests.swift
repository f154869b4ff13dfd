import Testing
import WebImageLoading
import WebImagePipeline

@testable import WebImageViews

/// The pace of updates, with times as numbers.
struct UpdatePaceTests {
    private static func progress(_ count: Int) -> ImageUpdate {
        .progress(LoadProgress(receivedByteCount: count, expectedByteCount: nil))
    }

    private static func name(_ update: ImageUpdate?) -> String {
        switch update {
        case .progress(let progress): "\(progress.receivedByteCount)"
        case .preview: "preview"
        case nil: "none"
        default: "other"
        }
    }

    @Test func `the first passes, then the latest of each kind, the longest held first`() {
        var pace = UpdatePace()
        pace.add(Self.progress(1), of: 1)
        #expect(Self.name(pace.release(at: .zero)) == "1")
        #expect(pace.rest(at: .zero) == nil)
        pace.add(.preview(.dot()), of: 1)
        pace.add(Self.progress(2), of: 1)
        pace.add(.preview(.dot()), of: 1)
        pace.add(Self.progress(3), of: 1)
        #expect(pace.rest(at: .milliseconds(10)) == .milliseconds(30))
        #expect(Self.name(pace.release(at: .milliseconds(39))) == "none")
        #expect(Self.name(pace.release(at: .milliseconds(40))) == "preview")
        #expect(Self.name(pace.release(at: .milliseconds(79))) == "none")
        #expect(Self.name(pace.release(at: .milliseconds(80))) == "3")
        #expect(Self.name(pace.release(at: .seconds(9))) == "none")
    }

    @Test func `the end of an attempt releases what is held, another attempt drops it`() {
        var pace = UpdatePace()
        pace.add(Self.progress(1), of: 1)
        _ = pace.release(at: .zero)
        pace.add(Self.progress(2), of: 1)
        pace.add(.preview(.dot()), of: 1)
        #expect(pace.end(7).isEmpty)
        #expect(pace.end(1).map { Self.name($0) } == ["2", "preview"])
        #expect(pace.end(1).isEmpty)
        pace.add(Self.progress(3), of: 1)
        pace.add(Self.progress(1), of: 2)
        #expect(pace.end(2).map { Self.name($0) } == ["1"])
    }

    @Test func `in no second there are 30, whatever comes and ends`() {
        var random = SplitMix(state: 5)
        for _ in 0..<20 {
            var pace = UpdatePace()
            var times: [Duration] = []
            var now = Duration.zero
            while now < .seconds(5) {
                now += .milliseconds(Int.random(in: 0...6, using: &random))
                pace.add(
                    Bool.random(using: &random) ? Self.progress(1) : .preview(.dot()), of: 1)
                if pace.release(at: now) != nil { times.append(now) }
            }
            times += pace.end(1).map { _ in now }
            for start in times {
                #expect(times.count { $0 >= start && $0 < start + .seconds(1) } < 30)
            }
            #expect(times.count > 100)
        }
    }
}
