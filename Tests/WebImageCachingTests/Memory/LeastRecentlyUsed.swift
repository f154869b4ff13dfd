import WebImageCaching

/// The plain rule: evicts the least recently used key.
///
/// Keys by the time of their last use, in a queue with stale items.
struct LeastRecentlyUsed {
    private let capacity: Int
    private var lastUse: [Int: Int] = [:]
    private var queue: [(key: Int, time: Int)] = []
    private var first = 0

    init(capacity: Int) { self.capacity = capacity }

    mutating func use(_ key: Int) -> Bool {
        let isHit = lastUse[key] != nil
        lastUse[key] = queue.count
        queue.append((key, queue.count))
        while lastUse.count > capacity {
            let (oldest, time) = queue[first]
            first += 1
            if lastUse[oldest] == time { lastUse[oldest] = nil }
        }
        return isHit
    }
}
