import Testing
import WebImageCaching

@Suite struct SHA1Tests {
    @Test(
        arguments: [
            (0, "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
            (55, "c1c8bbdc22796e28c0e15163d20899b65621d65a"),
            (56, "c2db330f6083854c99d4b5bfb6e8f29f201be699"),
            (63, "03f09f5b158a7a8cdad920bddc29b81c18a551f5"),
            (64, "0098ba824b5c16427bd7a1122a5a442a25ec644d"),
            (119, "ee971065aaa017e0632a8ca6c77bb3bf8b1dfc56"),
            (1_000_000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
        ]
    ) func `digests of the letter a are those of the standard`(count: Int, expected: String) {
        let digest = SHA1.digest(of: [UInt8](repeating: UInt8(ascii: "a"), count: count))
        let text = digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        #expect(text.joined() == expected)
    }
}
