import Foundation
import WebImage

/// The actions of the disk cache, each next to a floor; `disk-fill` makes COUNT entries.
let diskWork: [String: Work] = [
    "disk-fill": { folder in { count in try DiskScene(folder).fill(count) } },
    "floor-read": disk { scene in
        let files = try scene.plainFiles()
        return { count in
            for i in 0..<count { _ = try DiskFloors.read(files[i % files.count]) }
        }
    },
    "disk-read": disk { scene in
        let keys = try scene.photos()
        return { count in
            for i in 0..<count { try scene.hit(keys[i % keys.count]) }
        }
    },
    "disk-read-tiny": disk { scene in
        let keys = (0..<DiskScene.hotCount).map { DiskScene.key("tiny", $0) }
        return { count in
            for i in 0..<count { try scene.hit(keys[i % keys.count]) }
        }
    },
    "floor-miss": disk { scene in
        let files = try (0..<4096).map { try scene.file(1_000_000 + $0) }
        return { count in
            for i in 0..<count { try DiskFloors.miss(files[i % files.count]) }
        }
    },
    "disk-miss": disk { scene in
        let keys = (0..<4096).map { DiskScene.key("none", $0) }
        return { count in
            for i in 0..<count {
                guard try scene.cache.reader(for: keys[i % keys.count]) == nil else {
                    throw CachesError("no miss")
                }
            }
        }
    },
    "floor-store": disk { scene in
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
    "disk-store": disk { scene in
        let keys = (0..<2048).map { DiskScene.key("stored", $0) }
        return { count in
            for i in 0..<count {
                try scene.cache.store(
                    scene.photo, for: keys[i % keys.count], head: DiskScene.head)
            }
        }
    },
    "floor-read-async": disk { scene in
        let files = try scene.plainFiles()
        let io = IOThreads()
        return { count in
            for i in 0..<count {
                let file = files[i % files.count]
                _ = try await io.run { try DiskFloors.read(file) }
            }
        }
    },
    "disk-read-async": disk { scene in
        let keys = try scene.photos()
        let io = IOThreads()
        return { count in
            for i in 0..<count {
                let key = keys[i % keys.count]
                try await io.run { try scene.hit(key) }
            }
        }
    },
    "pipeline-file-read": disk { scene in
        let bench = FileBench(disk: scene.cache)
        return { count in try await bench.diskHits(count) }
    },
    "disk-open": disk { scene in
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

extension DiskScene {
    func hit(_ key: CacheKey) throws {
        guard let entry = try cache.reader(for: key), entry.bytes.count > 0 else {
            throw CachesError("hit")
        }
    }
}

/// Makes the whole run of a prepared action its measured part.
private func disk(_ prepare: @escaping @Sendable (DiskScene) throws -> Run) -> Work {
    { folder in
        let run = try prepare(DiskScene(folder))
        return { count in
            Meter.begin()
            try await run(count)
            Meter.end()
        }
    }
}
