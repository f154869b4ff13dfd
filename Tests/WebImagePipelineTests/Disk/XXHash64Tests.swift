import Testing
import WebImageCaching
import WebImageCoding
import WebImagePipeline
import WebImageRuntime

struct XXHash64Tests {
    @Test(
        arguments: [
            ("", 0, 0xef46_db37_51d8_e999 as UInt64),
            ("a", 0, 0xd24e_c4f1_a98c_6e5b),
            ("abc", 0, 0x44bc_2cf5_ad77_0999),
            ("xxhash", 0, 0x32dd_3895_2c4b_c720),
            ("xxhash", 20_141_025, 0xb559_b98d_844e_0635),
            ("Nobody inspects the spammish repetition", 0, 0xfbce_a83c_8a37_8bf1),
        ] as [(String, UInt64, UInt64)])
    func `published vectors hold`(text: String, seed: UInt64, digest: UInt64) {
        let bytes = ByteBlock(copying: Array(text.utf8))
        #expect(bytes.withSpan { XXHash64.digest(of: $0, seed: seed) } == digest)
    }

    @Test(arguments: [1, 3, 7, 8, 31, 32, 33, 64, 100, 255])
    func `pieces give what the whole gives`(piece: Int) {
        let bytes = ByteBlock(copying: noise(1000))
        var hash = XXHash64()
        bytes.withSpan { span in
            for start in stride(from: 0, to: 1000, by: piece) {
                hash.update(span.extracting(start..<min(start + piece, 1000)))
            }
        }
        #expect(hash.digest == bytes.withSpan { XXHash64.digest(of: $0) })
    }

    @Test func `every length and every changed byte gives another digest`() {
        var digests: Set<UInt64> = []
        for count in 0...130 {
            ByteBlock(copying: noise(count)).withSpan {
                _ = digests.insert(XXHash64.digest(of: $0))
            }
        }
        for at in 0..<130 {
            var bytes = noise(130)
            bytes[at] ^= 1
            ByteBlock(copying: bytes).withSpan { _ = digests.insert(XXHash64.digest(of: $0)) }
        }
        #expect(digests.count == 131 + 130)
    }
}
