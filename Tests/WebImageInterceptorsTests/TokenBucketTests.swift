import Testing
import WebImageCaching
import WebImageInterceptors
import WebImageLoading
import WebImageRuntime

/// The order and times of admission, without a clock or a task.
struct TokenBucketTests {
    let start = ContinuousClock.now

    @Test func `a burst begins at once, the others one after the other`() {
        var bucket = TokenBucket(perSecond: 2, burst: 3, at: start)
        let waits = (0..<6).map { _ in bucket.take(at: start) }
        #expect(
            waits == [
                .zero, .zero, .zero, .milliseconds(500), .milliseconds(1000), .milliseconds(1500),
            ])
    }

    @Test func `time fills the bucket, but not beyond a burst`() {
        var bucket = TokenBucket(perSecond: 2, burst: 2, at: start)
        _ = bucket.take(at: start)
        _ = bucket.take(at: start)
        let later = start + .seconds(3600)
        let waits = (0..<3).map { _ in bucket.take(at: later) }
        #expect(waits == [.zero, .zero, .milliseconds(500)])
    }

    @Test func `a turn that is given back is another's`() {
        var bucket = TokenBucket(perSecond: 1, burst: 1, at: start)
        _ = bucket.take(at: start)
        #expect(bucket.take(at: start) == .seconds(1))
        bucket.giveBack()
        #expect(bucket.take(at: start) == .seconds(1))
    }

    @Test(arguments: [0.001, 1.0, 7, 1000, 1e12])
    func `never more begin than the rate allows`(rate: Double) {
        var bucket = TokenBucket(perSecond: rate, burst: 4, at: start)
        var times: [Duration] = []
        for index in 0..<50 {
            let now = Duration.seconds(Double(index) / rate / 3)
            times.append(now + bucket.take(at: start + now))
        }
        // A burst, then one per interval, up to a rounding of the clock.
        let interval = Duration.seconds(1 / rate)
        for (index, time) in times.enumerated() where index >= 4 {
            #expect(time - times[index - 4] + .nanoseconds(100) >= interval)
        }
        #expect(times == times.sorted())
    }

    @Test func `hosts do not wait for each other`() {
        var buckets = HostBuckets(perSecond: 1, burst: 1)
        #expect(buckets.take("a", at: start) == .zero)
        #expect(buckets.take("b", at: start) == .zero)
        #expect(buckets.take("a", at: start) == .seconds(1))
    }

    @Test func `hosts that were not asked for long are forgotten`() {
        var buckets = HostBuckets(perSecond: 1, burst: 1)
        for index in 0..<100_000 {
            _ = buckets.take("host\(index)", at: start + .seconds(index))
        }
        #expect(buckets.count <= 64)
    }
}
