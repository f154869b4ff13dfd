/// The measured actions of the memory cache, by name.
///
/// Each action requests or stores `count` images; their keys are uniform over 10,000 and made
/// before. `memory-figures` runs all actions in turn, `count` rounds of them.
let memoryActions: [String: Action] = [
    "floor-dictionary": { count, _ in
        let bench = try await MemoryBench()
        _ = Threads.cpuTime { bench.dictionaryHits(count) }
    },
    "memory-hit": { count, _ in
        let bench = try await MemoryBench()
        _ = Threads.cpuTime { bench.hits(count) }
    },
    "memory-hit-2": { count, _ in
        let bench = try await MemoryBench()
        _ = Threads.time(2) { bench.hits(count, seed: $0) }
    },
    "nscache": { count, _ in
        let floor = NSCacheFloor(try await MemoryBench())
        _ = Threads.cpuTime { floor.hits(count) }
    },
    "pipeline-hit": { count, _ in try await MemoryBench().pipelineHits(count) },
    "pipeline-hit-sized": { count, _ in
        try await MemoryBench(request: MemoryBench.sizedRequest).pipelineHits(count)
    },
    "pipeline-file-hit": { count, _ in try await FileBench().memoryHits(count) },
    "key": { count, _ in try await MemoryBench().makeKeys(count) },
    "recognition": { count, _ in try Recognition().run(count) },
    "floor-free": { count, _ in try await StoreBench(bench: MemoryBench()).freeing(count) },
    "floor-exchange": { count, _ in
        try await StoreBench(bench: MemoryBench()).intoDictionary(count)
    },
    "memory-store-full": { count, _ in try await StoreBench(bench: MemoryBench()).intoFull(count) },
    "memory-store-shown": { count, _ in try await StoreBench(bench: MemoryBench()).ofShown(count) },
    "memory-figures": { rounds, _ in try await MemoryFigures().measure(rounds: rounds) },
]
