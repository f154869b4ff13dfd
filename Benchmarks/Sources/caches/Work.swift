import Dispatch
import WebImage

/// A prepared action, which runs a number of times; the `Meter` has the cost.
typealias Run = @Sendable (_ count: Int) async throws -> Void

/// The preparation of an action, in a folder if it needs one.
typealias Work = @Sendable (_ folder: String) async throws -> Run

/// The actions by name.
let allWork = memoryWork.merging(diskWork) { $1 }.merging(redisWork) { $1 }

/// The actions of the memory cache, which request or store images; their keys are uniform over
/// 10,000 and made before.
let memoryWork: [String: Work] = [
    "floor-dictionary": { _ in
        let bench = try await MemoryBench.common()
        return { count in Meter.measure { bench.dictionaryHits(count) } }
    },
    "memory-hit": { _ in
        let bench = try await MemoryBench.common()
        return { count in Meter.measure { bench.hits(count) } }
    },
    // Half of the hits on each of two threads.
    "memory-hit-2": { _ in
        let bench = try await MemoryBench.common()
        return { count in
            Meter.measure {
                DispatchQueue.concurrentPerform(iterations: 2) { bench.hits(count / 2, seed: $0) }
            }
        }
    },
    "nscache": { _ in
        let floor = NSCacheFloor(try await MemoryBench.common())
        return { count in Meter.measure { floor.hits(count) } }
    },
    "pipeline-hit": { _ in
        let bench = try await MemoryBench.common()
        return { count in try await bench.pipelineHits(count) }
    },
    "pipeline-hit-sized": { _ in
        let bench = try await MemoryBench(request: MemoryBench.sizedRequest)
        return { count in try await bench.pipelineHits(count) }
    },
    "pipeline-file-hit": { _ in
        let bench = FileBench()
        return { count in try await bench.memoryHits(count) }
    },
    "key": { _ in
        let bench = try await MemoryBench()
        return { count in try await bench.makeKeys(count) }
    },
    "recognition": { _ in { count in try recognize(count) } },
    "floor-free": { _ in
        let bench = StoreBench(bench: try await MemoryBench.common())
        return { count in bench.freeing(count) }
    },
    "floor-exchange": { _ in
        let bench = StoreBench(bench: try await MemoryBench.common())
        return { count in bench.intoDictionary(count) }
    },
    "memory-store-full": { _ in
        let bench = StoreBench(bench: try await MemoryBench.common())
        return { count in bench.intoFull(count) }
    },
    "memory-store-shown": { _ in
        let bench = StoreBench(bench: try await MemoryBench.common())
        return { count in bench.ofShown(count) }
    },
]

/// Recognizes the formats of `count` files by their first bytes: JPEG, PNG, WebP, AVIF.
private func recognize(_ count: Int) throws {
    let heads: [ByteBlock] = [
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8),
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8),
        Array("RIFF".utf8) + [9, 9, 9, 0] + Array("WEBPVP8 ".utf8),
        [0, 0, 0, 32] + Array("ftypavif".utf8) + [0, 0, 0, 0] + Array("avifmif1miafMA1B".utf8),
    ].map { ByteBlock(copying: $0 + [UInt8](repeating: 0, count: 100)) }
    Meter.begin()
    for index in 0..<count {
        guard EncodedImage(heads[index & 3]).format != nil else {
            throw CachesError("a format that is not recognized")
        }
    }
    Meter.end()
}
