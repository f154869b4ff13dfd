import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageRuntime

struct XXHash64Tests {
    @Test(
        arguments: [
            ("", 0xef46_db37_51d8_e999 as UInt64),
            ("a", 0xd24e_c4f1_a98c_6e5b),
            ("abc", 0x44bc_2cf5_ad77_0999),
            ("xxhash", 0x32dd_3895_2c4b_c720),
            ("Nobody inspects the spammish repetition", 0xfbce_a83c_8a37_8bf1),
        ] as [(String, UInt64)])
    func `published vectors hold`(text: String, digest: UInt64) {
        let bytes = ByteBlock(copying: Array(text.utf8))
        #expect(bytes.withSpan { XXHash64.digest(of: $0) } == digest)
    }

    @Test(arguments: [0, 32, 64, 960], [0, 1, 3, 7, 8, 31, 32, 33, 40])
    func `stripes and a rest give what the whole gives`(start: Int, rest: Int) {
        let bytes = ByteBlock(copying: noise(start + rest))
        bytes.withSpan { span in
            let digest = XXHash64.digest(
                of: span.extracting(start...), behind: span.extracting(..<start))
            #expect(digest == XXHash64.digest(of: span))
        }
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
