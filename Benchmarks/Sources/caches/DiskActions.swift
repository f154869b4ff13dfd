import CCounting
import Foundation
import WebImage

/// The measured actions of the disk cache, by name.
///
/// `disk-fill` makes a folder of COUNT entries. The other actions work in any folder, and each has
/// a floor. `disk-turns` runs all of them in turns and prints the costs; `disk-compare` prints
/// medians and ratios.
let diskActions: [String: Action] = Dictionary(
    uniqueKeysWithValues: DiskWork.all.map { work -> (String, Action) in
        (
            work.name,
            { count, folder in
                let run = try work.prepare(DiskScene(folder))
                counting_begin()
                try await run(count)
                counting_end()
            }
        )
    }
).merging([
    "disk-fill": { count, folder in try DiskScene(folder).fill(count) },
    "disk-clear": { _, folder in try DiskScene(folder).cache.removeAll() },
    "disk-usage": { _, folder in print(try DiskScene(folder).cache.usage()) },
    "disk-trim": { count, folder in
        let limits = DiskLimits(maxBytes: 1 << 40, lifetime: nil, maxEntries: count)
        try DiskCache(folder: DiskScene(folder).folder, limits: limits).trim()
    },
    "disk-cold": { count, folder in try DiskCold(scene: DiskScene(folder)).compare(count) },
    "disk-steady": { count, folder in try DiskScene(folder).steady(count) },
    "disk-turns": { count, folder in
        for (name, cost) in try await DiskTurns(count, DiskScene(folder)).costs {
            print("\(name): \(cost.told)")
        }
    },
    "disk-compare": { count, folder in try await DiskTurns(count, DiskScene(folder)).compare() },
]) { $1 }

/// A measured action and the name of its floor.
struct DiskWork: Sendable {
    let name: String
    let floor: String?
    /// The preparation, which returns a closure that runs the action `count` times.
    let prepare: @Sendable (DiskScene) throws -> @Sendable (Int) async throws -> Void

    static let all = [
        DiskWork(name: "floor-read", floor: nil) { scene in
            let files = try scene.plainFiles()
            return { count in
                for i in 0..<count { _ = try DiskFloors.read(files[i % files.count]) }
            }
        },
        DiskWork(name: "disk-read", floor: "floor-read") { scene in
            let keys = try scene.photos()
            return { count in
                for i in 0..<count { try scene.hit(keys[i % keys.count]) }
            }
        },
        DiskWork(name: "disk-read-tiny", floor: "floor-read") { scene in
            let keys = (0..<DiskScene.hotCount).map { DiskScene.key("tiny", $0) }
            return { count in
                for i in 0..<count { try scene.hit(keys[i % keys.count]) }
            }
        },
        DiskWork(name: "floor-miss", floor: nil) { scene in
            let files = try (0..<4096).map { try scene.file(1_000_000 + $0) }
            return { count in
                for i in 0..<count { try DiskFloors.miss(files[i % files.count]) }
            }
        },
        DiskWork(name: "disk-miss", floor: "floor-miss") { scene in
            let keys = (0..<4096).map { DiskScene.key("none", $0) }
            return { count in
                for i in 0..<count {
                    guard try scene.cache.reader(for: keys[i % keys.count]) == nil else {
                        throw CachesError("no miss")
                    }
                }
            }
        },
        DiskWork(name: "floor-store", floor: nil) { scene in
            let files = try (0..<2048).map { try scene.file(2_000_000 + $0) }
            let bytes = [UInt8](repeating: 7, count: DiskScene.fileByteCount)
            let aside = scene.folder + "/v1/tmp/0123456789abcdef.floor"
            _ = try scene.plainFiles()
            return { count in
                for i in 0..<count {
                    try DiskFloors.store(bytes, at: files[i % files.count], aside: aside)
                }
            }
        },
        DiskWork(name: "disk-store", floor: "floor-store") { scene in
            let keys = (0..<2048).map { DiskScene.key("stored", $0) }
            return { count in
                for i in 0..<count {
                    try scene.cache.store(
                        scene.photo, for: keys[i % keys.count], head: DiskScene.head)
                }
            }
        },
        DiskWork(name: "floor-read-async", floor: nil) { scene in
            let files = try scene.plainFiles()
            let io = IOThreads()
            return { count in
                for i in 0..<count {
                    let file = files[i % files.count]
                    _ = try await io.run { try DiskFloors.read(file) }
                }
            }
        },
        DiskWork(name: "disk-read-async", floor: "floor-read-async") { scene in
            let keys = try scene.photos()
            let io = IOThreads()
            return { count in
                for i in 0..<count {
                    let key = keys[i % keys.count]
                    try await io.run { try scene.hit(key) }
                }
            }
        },
        DiskWork(name: "pipeline-file-read", floor: "floor-read-async") { scene in
            let bench = FileBench(disk: scene.cache)
            return { count in try await bench.diskHits(count) }
        },
        DiskWork(name: "disk-open", floor: nil) { scene in
            { count in
                for _ in 0..<count {
                    let cache = DiskCache(folder: scene.folder)
                    guard try cache.reader(for: DiskScene.key("none", 0)) == nil else {
                        throw CachesError("no miss")
                    }
                }
            }
        },
    ]
}

extension DiskScene {
    func hit(_ key: CacheKey) throws {
        guard let entry = try cache.reader(for: key), entry.bytes.count > 0 else {
            throw CachesError("hit")
        }
    }
}
