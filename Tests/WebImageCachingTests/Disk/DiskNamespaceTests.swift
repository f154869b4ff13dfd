import Foundation
import TestSupport
import Testing
import WebImageCaching

struct DiskNamespaceTests {
    private let folder: DiskFolder
    private let key = CacheKey("one")

    init() throws {
        folder = try DiskFolder()
    }

    private func cache(_ namespace: String?, _ limits: DiskLimits = DiskLimits()) -> DiskCache {
        DiskCache(folder: folder.path, namespace: namespace, limits: limits)
    }

    private static let names: [String?] = [nil, "", "a", "A", "avatars", "v1", "../v1", "é", "a/b"]

    @Test func `entries of one namespace are not those of another`() throws {
        for (value, name) in Self.names.enumerated() {
            try cache(name).put([UInt8(value)], for: key)
        }
        for (value, name) in Self.names.enumerated() {
            #expect(try cache(name).get(key) == [UInt8(value)])
            #expect(try cache(name).usage().entryCount == 1)
        }
        #expect(Set(Self.names.map { cache($0).identity }).count == Self.names.count)
    }

    @Test func `clearing one leaves the others`() throws {
        for name in Self.names { try cache(name).put([1], for: key) }
        try cache("a").removeAll()
        try cache(nil).removeAll()
        for name in Self.names {
            #expect(try cache(name).get(key) == (name == nil || name == "a" ? nil : [1]))
        }
    }

    @Test func `each keeps limits of its own`() throws {
        let (small, large) = (cache("small", DiskLimits(maxEntries: 5)), cache("large"))
        for name in 1...30 {
            try small.put([1], for: CacheKey("\(name)"))
            try large.put([1], for: CacheKey("\(name)"))
        }
        #expect(try small.usage().entryCount <= 5)
        #expect(try large.usage().entryCount == 30)
        #expect(large.estimatedUsage()?.entryCount == 30)
    }

    @Test(
        arguments: [
            (nil, ""), ("avatars", "/spaces/avatars"), ("a_b-9", "/spaces/a_b-9"),
            ("A", "/spaces/~559aead08264d5795d3909718cdd05abd49572e84fe55590eef31a88a08fdffd"),
            ("", "/spaces/~e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ] as [(String?, String)])
    func `files are where the documentation says`(name: String?, base: String) {
        let layout = DiskLayout(folder: "/f", namespace: name)
        let key = CacheKey("some key")
        let file = "\(key.digest.prefix(2))/\(key.digest).entry"
        #expect(layout.entry(key.sha256) == "/f\(base)/v1/\(file)")
        #expect(layout.newTemporary().hasPrefix("/f\(base)/v1/tmp/"))
        #expect(layout.newTemporary().hasSuffix(".tmp"))
        #expect(layout.usage == "/f\(base)/v1/usage")
    }

    @Test func `a long name is as good as a short one`() {
        let name = String(repeating: "a", count: 65)
        #expect(DiskLayout(folder: "/f", namespace: name).base.hasPrefix("/f/spaces/~"))
        #expect(DiskLayout(folder: "/f", namespace: name).base.count == 10 + 65)
    }
}
