import Foundation
import WebImage

/// The cache folder of a measurement: many tiny entries and a few of 30 kB.
struct DiskScene: Sendable {
    let folder: String
    let cache: DiskCache
    let photo = ByteBlock(copying: (0..<30_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
    let tiny = ByteBlock(copying: [1, 2, 3, 4])

    /// The number of entries that a measurement requests repeatedly.
    static let hotCount = 512
    /// The size in bytes of the file of an entry of 30 kB.
    static let fileByteCount = 30_500

    init(_ folder: String) {
        self.folder = folder.isEmpty ? "/tmp/webimage-caches" : folder
        cache = DiskCache(
            folder: self.folder, limits: DiskLimits(maxBytes: 1 << 40, lifetime: nil))
    }

    /// Returns a key as long as that of a request.
    static func key(_ kind: String, _ number: Int) -> CacheKey {
        CacheKey(
            "GET https://images.example.com/gallery/\(kind)/2026/photo-\(number).jpg?width=640")
    }

    /// The head of an entry with the response of a server: its address and six header fields.
    static let head: EntryHead = {
        guard let data = Data(base64Encoded: entryText),
            var head = StoredEntry(
                decoding: ByteBlock(copying: [UInt8](data)), for: CacheKey("head"))?.head
        else { preconditionFailure("The entry of the bench is of a format that is not read.") }
        head.storedAt = Date()
        return head
    }()

    /// An entry of the key "head" without bytes, in Base64; the response is opaque to a program.
    private static let entryText = """
        V0lFbnRyeQoEAAAAQwEAAAAAAAAAAAAAH3Wvr8FlaGrFWFG5UHuA7w0AAAAzOm93bj00OmhlYWQ7AAAAAAAA\
        AAAAAAEKAAAAaW1hZ2UvanBlZwE7AAAAaHR0cHM6Ly9pbWFnZXMuZXhhbXBsZS5jb20vZ2FsbGVyeS8yMDI2\
        L3Bob3RvLmpwZz93aWR0aD02NDDIAAAAAAAAAAYAAAAMAAAAQ29udGVudC1UeXBlCgAAAGltYWdlL2pwZWcO\
        AAAAQ29udGVudC1MZW5ndGgFAAAAMzAwMDAEAAAARVRhZxQAAAAiNWYzYS02MWMyYjhkN2U0ZjQwIg0AAABD\
        YWNoZS1Db250cm9sFQAAAHB1YmxpYywgbWF4LWFnZT04NjQwMA0AAABMYXN0LU1vZGlmaWVkHQAAAFNhdCwg\
        MjEgTm92IDIwMjYgMTA6MDA6MDAgR01UBgAAAFNlcnZlcgUAAABuZ2lueAAAAAAA
        """

    /// Returns the path of a file for the floors, like that of an entry.
    func file(_ number: Int) throws -> String {
        var state = UInt64(number) &* 0x9e37_79b9_7f4a_7c15 &+ 1
        let digits = (0..<64).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return String(state >> 60, radix: 16)
        }.joined()
        let shard = "\(folder)/v1/\(digits.prefix(2))"
        try FileManager.default.createDirectory(
            atPath: shard, withIntermediateDirectories: true)
        return "\(shard)/\(digits).floor"
    }

    /// Creates files of the size of an entry of 30 kB.
    func plainFiles() throws -> [String] {
        try FileManager.default.createDirectory(
            atPath: folder + "/v1/tmp", withIntermediateDirectories: true)
        let bytes = [UInt8](repeating: 7, count: Self.fileByteCount)
        return try (0..<Self.hotCount).map { number in
            let file = try file(number)
            try DiskFloors.store(bytes, at: file, aside: folder + "/v1/tmp/floor")
            return file
        }
    }

    /// Stores the entries of 30 kB and returns their keys.
    func photos() throws -> [CacheKey] {
        let keys = (0..<Self.hotCount).map { Self.key("photo", $0) }
        for key in keys { try cache.store(photo, for: key, head: Self.head) }
        return keys
    }

    /// Stores the entries `0 ..< count`, each of a few bytes, on four threads.
    func fill(_ count: Int) throws {
        DispatchQueue.concurrentPerform(iterations: 4) { worker in
            for number in stride(from: worker, to: count, by: 4) {
                try? cache.store(tiny, for: Self.key("tiny", number), head: Self.head)
            }
        }
        guard cache.estimatedUsage()?.entryCount ?? 0 >= count else { throw CachesError("fill") }
    }
}
