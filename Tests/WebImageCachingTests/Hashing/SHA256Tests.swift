import TestSupport
import Testing

@testable import WebImageCaching
@testable import WebImageRuntime

/// Vectors of FIPS 180-4's examples and of NIST's SHA256ShortMsg.
struct SHA256Tests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "The quick brown fox jumps over the lazy dog",
            "d7a8fbb307d7809469ca9abcb0082e4f8d5651e46d3cdb762d02d0bf37c9e592"
        ),
    ])
    func `published vectors hold`(text: String, digest: String) {
        #expect(SHA256.hexDigest(of: text.utf8) == digest)
    }

    @Test func `a million letters hold`() {
        #expect(
            SHA256.hexDigest(of: repeatElement(UInt8(ascii: "a"), count: 1_000_000))
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    /// Compares digests of `count` letters a, around the ends of blocks, with coreutils' sha256sum.
    @Test(arguments: [
        (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
        (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
        (57, "f13b2d724659eb3bf47f2dd6af1accc87b81f09f59f2b75e5c0bed6589dfe8c6"),
        (63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
        (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
        (65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"),
        (119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"),
        (120, "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"),
        (128, "6836cf13bac400e9105071cd6af47084dfacad4e5e302c94bfed24e013afb73e"),
    ])
    func `every padding holds`(count: Int, digest: String) {
        #expect(SHA256.hexDigest(of: repeatElement(UInt8(ascii: "a"), count: count)) == digest)
    }

    @Test func `the processor's instructions and plain arithmetic say the same of every length`() {
        let bytes = noise(300)
        for count in 0...300 {
            unsafe bytes.withUnsafeBytes { bytes in
                let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<count])
                let portable = unsafe SHA256.digest(of: part, isPortable: true)
                #expect(unsafe SHA256.digest(of: part) == portable)
            }
        }
    }

    @Test func `a path is made of the digits of the digest`() {
        let key = CacheKey("some key")
        for folder in ["/", "/a/folder", "/é"] {
            let layout = DiskLayout(folder: folder)
            let file = "\(key.digest.prefix(2))/\(key.digest).entry"
            #expect(layout.entry(key.sha256) == "\(layout.root)/\(file)")
        }
        #expect(key.sha256.part == Int(key.digest.prefix(2), radix: 16))
    }
}
