import Testing
import WebImageCaching

@Suite struct MD5Tests {
    // The digests of repeated letters a, by md5sum.
    @Test(arguments: [
        (0, "d41d8cd98f00b204e9800998ecf8427e"),
        (1, "0cc175b9c0f1b6a831c399e269772661"),
        (55, "ef1772b6dff9a122358552954ad0df65"),
        (56, "3b0c8ac703f828b04c6c197006d17218"),
        (63, "b06521f39153d618550606be297466d5"),
        (64, "014842d480b571495a4a0363793f7367"),
        (119, "8a7bd0732ed6a28ce75f6dabc90e1613"),
        (120, "5f61c0ccad4cac44c75ff505e1f1e537"),
        (1000, "cabe45dcc9ae5b66ba86600cca6b8ba8"),
    ])
    func `the digest is right at the ends of blocks`(count: Int, expected: String) {
        #expect(MD5.hexDigest(of: repeatElement(UInt8(97), count: count)) == expected)
    }
}
