import Foundation
import WebImage
import WebImageRedis

/// The actions of the shared tier; their folder is the address of a store.
let redisWork: [String: Work] = [
    // An entry whose value has COUNT bytes.
    "redis-fill": { address in
        let cache = try redis(address)
        return { count in
            let bytes = ByteBlock(
                copying: (0..<max(count - 150, 0)).map { UInt8(truncatingIfNeeded: $0) })
            try cache.store(bytes, for: CacheKey("hit"), head: EntryHead(storedAt: Date()))
        }
    },
    "redis-hit": { address in
        let cache = try redis(address)
        let key = CacheKey("hit")
        return { count in
            _ = try cache.find(key, atMost: .max)
            Meter.begin()
            for _ in 0..<count {
                guard try cache.find(key, atMost: .max).entry != nil else {
                    throw CachesError("no hit in Redis")
                }
            }
            Meter.end()
        }
    },
]

private func redis(_ address: String) throws -> RedisCache {
    guard let address = RedisAddress(address) else { throw CachesError("no address") }
    var limits = RedisLimits()
    (limits.readTimeout, limits.writeTimeout) = (.seconds(10), .seconds(10))
    return RedisCache(address, limits: limits) { print($0) }
}
