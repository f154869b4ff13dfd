import TestSupport
import Testing
import WebImageCaching
import WebImageCoding

struct ChecksumTests {
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
    func `more than 240 bytes have the checksum of the specification`(
        body: (count: Int, checksum: UInt64), isPortable: Bool
    ) {
        ByteBlock(copying: noise(body.count)).withSpan {
            #expect(Checksum.digest(of: $0, isPortable: isPortable) == body.checksum)
        }
    }

    /// The checksums of files, which must not change without their version.
    private static let written: [(Int, UInt64)] = [
        (0, 0x6a68_65c1_afaf_751f), (1, 0xdc71_bf1a_21fe_161e),
        (16, 0xaf46_c638_2c02_980c), (63, 0xb33c_fd7f_53a0_11a7),
        (64, 0x9eec_8526_608d_c0d3), (65, 0x8a77_a4f7_facb_6305),
        (128, 0xb2a2_5d89_5a1c_bfc3), (239, 0xcd72_95c2_f220_272f),
        (240, 0x2ca4_6a94_026b_8c4e),
    ]

    @Test(arguments: written, [false, true])
    func `fewer bytes keep their checksum`(
        body: (count: Int, checksum: UInt64), isPortable: Bool
    ) {
        ByteBlock(copying: noise(body.count)).withSpan {
            #expect(Checksum.digest(of: $0, isPortable: isPortable) == body.checksum)
        }
    }

    @Test func `zeros at the end count`() {
        let checksums = (0...130).map { count in
            ByteBlock(copying: [UInt8](repeating: 0, count: count)).withSpan {
                Checksum.digest(of: $0)
            }
        }
        #expect(Set(checksums).count == 131)
    }

    @Test(arguments: [1, 7, 63, 64, 65, 240, 241, 1000, 1023, 1024, 1025, 2048, 3000])
    func `pieces give what the whole gives`(piece: Int) {
        for count in [0, 1, 63, 64, 65, 100, 240, 241, 1023, 1024, 1025, 1088, 2048, 2049, 5000] {
            ByteBlock(copying: noise(count)).withSpan { span in
                var checksum = Checksum()
                for start in stride(from: 0, to: count, by: piece) {
                    checksum.update(span.extracting(start..<min(start + piece, count)))
                    checksum.update(span.extracting(first: 0))
                }
                #expect(checksum.digest == Checksum.digest(of: span), "\(count) bytes")
            }
        }
    }

    @Test func `both ways say the same of every length`() {
        let bytes = ByteBlock(copying: noise(1400))
        for count in 0...1400 {
            bytes.withSpan { span in
                let span = span.extracting(first: count)
                let portable = Checksum.digest(of: span, isPortable: true)
                #expect(Checksum.digest(of: span) == portable)
            }
        }
    }

    @Test(arguments: [1, 8, 63, 64, 65, 130, 241, 1024, 1100, 2100])
    func `every changed byte gives another checksum`(count: Int) {
        var checksums: Set<UInt64> = []
        for at in 0..<count {
            var bytes = noise(count)
            bytes[at] ^= 1
            ByteBlock(copying: bytes).withSpan {
                _ = checksums.insert(Checksum.digest(of: $0))
            }
        }
        #expect(checksums.count == count)
    }
}
