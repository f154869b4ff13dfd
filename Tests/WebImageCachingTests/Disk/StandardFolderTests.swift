import Testing
import WebImageCaching

struct StandardFolderTests {
    @Test(
        arguments: [
            ("/x", "/h", "/p", "/x/webimage"),
            (nil, "/h", "/p", "/h/.cache/webimage"),
            ("", "/h", "/p", "/h/.cache/webimage"),
            ("relative", "/h", "/p", "/h/.cache/webimage"),
            (nil, nil, "/p", "/p/.cache/webimage"),
            (nil, "relative", "/p", "/p/.cache/webimage"),
            (nil, nil, nil, "/.cache/webimage"),
        ] as [(String?, String?, String?, String)])
    func `the folder is where the user's caches are`(
        caches: String?, home: String?, record: String?, expected: String
    ) {
        let environment = ["XDG_CACHE_HOME": caches, "HOME": home]
        let path = StandardFolder.path(
            environment: { environment[$0] ?? nil }, home: { record })
        #expect(path == expected)
    }

    @Test func `this user's folder is an absolute path`() {
        #expect(DiskCache.standardFolder.hasPrefix("/"))
        #expect(DiskCache.standardFolder.hasSuffix("/webimage"))
    }
}
