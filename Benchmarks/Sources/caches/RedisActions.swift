import Foundation
import Glibc
import WebImage
import WebImageRedis

/// The measured actions of the shared tier; their folder is the address of a store, `Benchmarks/Caches/redis`
/// starts one.
let redisActions: [String: Action] = [
    // An entry whose value has COUNT bytes.
    "redis-fill": { count, address in
        let cache = try redis(address)
        let bytes = ByteBlock(
            copying: (0..<max(count - 150, 0)).map { UInt8(truncatingIfNeeded: $0) })
        try cache.store(bytes, for: CacheKey("hit"), head: EntryHead(storedAt: Date()))
    },
    // COUNT hits of that entry, with the processor time of this process.
    "redis-hit": { count, address in
        let cache = try redis(address)
        let key = CacheKey("hit")
        _ = try cache.find(key, atMost: .max)
        let start = processorTime()
        for _ in 0..<count {
            guard try cache.find(key, atMost: .max).entry != nil else { throw RedisBenchError.miss }
        }
        let cost = (processorTime() - start) / Double(max(count, 1))
        print("cpu \(Int(cost * 1e9)) ns each")
    },
]

private enum RedisBenchError: Error {
    case address
    case miss
}

private func redis(_ address: String) throws -> RedisCache {
    guard let address = RedisAddress(address) else { throw RedisBenchError.address }
    var limits = RedisLimits()
    (limits.readTimeout, limits.writeTimeout) = (.seconds(10), .seconds(10))
    return RedisCache(address, limits: limits) { print($0) }
}

/// Returns the processor time of this process in seconds.
private func processorTime() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
    return Double(seconds) + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
}
