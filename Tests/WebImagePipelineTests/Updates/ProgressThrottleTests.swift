import Testing
import WebImageCaching
import WebImageLoading
import WebImagePipeline

/// The frequency of progress reports.
struct ProgressThrottleTests {
    private let start = ContinuousClock.now

    private func progress(_ count: Int, of whole: Int? = 100) -> LoadProgress {
        LoadProgress(receivedByteCount: count, expectedByteCount: whole)
    }

    private func drain(_ pace: inout ProgressThrottle) -> [Int] {
        var counts: [Int] = []
        while let progress = pace.next() { counts.append(progress.receivedByteCount) }
        return counts
    }

    private func time(_ milliseconds: Int) -> ContinuousClock.Instant {
        start.advanced(by: .milliseconds(milliseconds))
    }

    @Test func `the beginning is told in full, whatever comes after it`() {
        var pace = ProgressThrottle(interval: .milliseconds(100))
        pace.add(.unknown, at: time(0))
        pace.add(progress(0), at: time(1))
        pace.add(progress(40), at: time(2))
        #expect(pace.next() == LoadProgress.unknown)
        #expect(pace.next() == progress(0))
        #expect(pace.next() == progress(40))
        #expect(pace.next() == nil)
    }

    @Test func `of a thousand in a second ten are told, and the last`() {
        var pace = ProgressThrottle(interval: .milliseconds(100))
        var told: [Int] = []
        for millisecond in 1...1000 {
            pace.add(progress(millisecond, of: 1001), at: time(millisecond))
            told += drain(&pace)
        }
        #expect(told == Array(stride(from: 1, through: 901, by: 100)))
        pace.add(progress(1001, of: 1001), at: time(1000))
        #expect(drain(&pace) == [1001])
    }

    @Test func `what was held back is told in its time`() {
        var pace = ProgressThrottle(interval: .milliseconds(100))
        pace.add(progress(10), at: time(0))
        pace.add(progress(20), at: time(30))
        #expect(drain(&pace) == [10])
        #expect(pace.release(at: time(40)) == .milliseconds(60))
        #expect(drain(&pace) == [])
        #expect(pace.release(at: time(100)) == nil)
        #expect(drain(&pace) == [20])
        #expect(pace.release(at: time(300)) == nil)
    }

    @Test func `with the end comes what was held back`() {
        var pace = ProgressThrottle(interval: .seconds(3600))
        pace.add(progress(10, of: nil), at: time(0))
        pace.add(progress(20, of: nil), at: time(1))
        pace.add(progress(30, of: nil), at: time(2))
        #expect(drain(&pace) == [10])
        pace.end()
        #expect(drain(&pace) == [30])
    }

    @Test func `what is no news is dropped`() {
        var pace = ProgressThrottle(interval: .zero)
        for count in [0, 0, 50, 30, 50, 0] { pace.add(progress(count), at: time(0)) }
        #expect(drain(&pace) == [0, 50])
    }

    @Test func `without an interval the latest is told each time`() {
        var pace = ProgressThrottle(interval: .zero)
        var told: [Int] = []
        for count in 1...5 {
            pace.add(progress(count), at: time(0))
            told += drain(&pace)
        }
        #expect(told == [1, 2, 3, 4, 5])
    }
}
