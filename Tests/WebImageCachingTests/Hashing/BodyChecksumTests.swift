import TestSupport
import Testing
import WebImageCaching
import WebImageCoding

struct BodyChecksumTests {
    /// The hashes of the same bytes by libxxhash 0.8.1.
    private static let published: [(Int, UInt64)] = [
        (241, 0xe882_52b9_fb5c_c4d0), (255, 0x0e3f_8333_d139_a9ea),
        (256, 0x7375_0987_3a8b_ed30), (257, 0xd926_89e3_e9c7_7d0d),
        (300, 0x704b_e2b6_e2d6_4707), (320, 0xa392_5895_9af7_2f01),
        (1023, 0x0142_a641_30c3_48c3), (1024, 0x4d5f_7140_5f3a_603c),
        (1025, 0x0b94_85e5_60c4_fdf8), (1088, 0x7dc9_112d_6e2a_e670),
        (1089, 0xb6f4_67d4_ff9c_6115), (2048, 0xd1f3_0862_ec2a_fd96),
        (2049, 0x3adf_3f74_0f95_6a9d), (4097, 0x276f_16c1_ce36_da62),
        (30_000, 0x5df7_33ad_66eb_baeb), (70_001, 0x4927_b529_7a94_818f),
    ]

    @Test(arguments: published, [false, true])
    func `long bodies have the checksum of the specification`(
        body: (count: Int, checksum: UInt64), isPortable: Bool
    ) {
        ByteBlock(copying: noise(body.count)).withSpan {
            #expect(BodyChecksum.digest(of: $0, isPortable: isPortable) == body.checksum)
        }
    }

    @Test(arguments: [0, 1, 16, 239, 240])
    func `short bodies have that of XXH64`(count: Int) {
        ByteBlock(copying: noise(count)).withSpan {
            #expect(BodyChecksum.digest(of: $0) == XXHash64.digest(of: $0))
        }
    }

    @Test(arguments: [1, 7, 63, 64, 65, 240, 241, 1000, 1023, 1024, 1025, 2048, 3000])
    func `pieces give what the whole gives`(piece: Int) {
        for count in [0, 100, 240, 241, 1023, 1024, 1025, 1088, 2048, 2049, 5000] {
            ByteBlock(copying: noise(count)).withSpan { span in
                var checksum = BodyChecksum()
                for start in stride(from: 0, to: count, by: piece) {
                    checksum.update(span.extracting(start..<min(start + piece, count)))
                    checksum.update(span.extracting(first: 0))
                }
                #expect(checksum.digest == BodyChecksum.digest(of: span), "\(count) bytes")
            }
        }
    }

    @Test func `both ways say the same of every length`() {
        let bytes = ByteBlock(copying: noise(1400))
        for count in 0...1400 {
            bytes.withSpan { span in
                let span = span.extracting(first: count)
                let portable = BodyChecksum.digest(of: span, isPortable: true)
                #expect(BodyChecksum.digest(of: span) == portable)
            }
        }
    }

    @Test(arguments: [241, 1024, 1100, 2100])
    func `every changed byte gives another checksum`(count: Int) {
        var checksums: Set<UInt64> = []
        for at in 0..<count {
            var bytes = noise(count)
            bytes[at] ^= 1
            ByteBlock(copying: bytes).withSpan {
                _ = checksums.insert(BodyChecksum.digest(of: $0))
            }
        }
        #expect(checksums.count == count)
    }
}
