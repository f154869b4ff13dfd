import Foundation
import TestSupport
import Testing
import WebImageCoding

@testable import WebImageCaching
@testable import WebImageRuntime

/// Files written by other versions of this library.
struct DiskVersionTests {
    private let folder: DiskFolder
    private let cache: DiskCache
    private let key = CacheKey("one")
    private var file: URL { URL(filePath: folder.file(of: key)) }

    init() throws {
        folder = try DiskFolder()
        cache = DiskCache(folder: folder.path, limits: DiskLimits(lifetime: nil))
    }

    @Test(arguments: [0, 1, 2, 3] as [UInt32], [40, 41, 400])
    func `a file of an earlier version is dropped unread`(
        version: UInt32, count: Int
    ) throws {
        var bytes: [UInt8] = [0x57, 0x49, 0x45, 0x6e, 0x74, 0x72, 0x79, 0x0a]
        bytes.append(integer: version)
        bytes += noise(count - bytes.count)
        try cache.put([0], for: key)
        try Data(bytes).write(to: file)
        let finding = try cache.find(key, atMost: .max)
        #expect(finding.entry == nil)
        #expect(finding.damage.isEmpty)
        #expect(!folder.exists(file.path))
    }
}
