#if JPEGXL
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageJPEGXL
    import WebImagePixels

    /// JPEG XL whose colours are premultiplied: 16 × 16, opaque on the left, an alpha of 128 on the
    /// right, orange above blue.
    ///
    /// Made by libjxl 0.7 from premultiplied pixels, with `alpha_associated` put in the header
    /// afterwards, which its encoder leaves out. `jxlinfo` calls the alpha premultiplied; the
    /// expected pixels are those that `djxl` writes, which leaves colours as they are stored.
    @Suite struct JPEGXLPremultipliedTests {
        private static let lossless = """
            /wpDwAAoAQgIEACsAEsYk46DgykwIsg7911ACAA7WwEACCO1QJJ4eh8NFjlbYewooovy0NNCngY=
            """
        private static let lossy = """
            /wpDwAA4AQBIgAgALATX+ikBAFChMsq4wcu5ni8/dFhM27jO0FbbFpYkyqhu6Tg6uyZ4wHwIYooUFEi3YzAu\
            XrwYPB/dFINHxSjFqBhjqKhQMSpGxRj1hIE0AKBADwAAAAAAGJ0AAAAAAAAAAED4FAAAAAAAAAAAoNgDAAAA\
            AAAAAAAALwcAAAAAAAAAoJQDAAAAQMrEchGwnaF/NQBAp/Z4GcL3Jh4V4RYDoCsoDftWB4BjNEBYhRRIkySS\
            InmMKTFPGWMiyAYAgMqwIVCUFHJ87YJUrTfKFPbAg67mIJKgWSXn4bnVWpev9CzRPda5Rl4Vgf536PM4LZOb\
            wXNz8ZK/OsHkoUlSImNHyVcTBRxhrLB7W+3OEOA=
            """

        @Test(arguments: [(lossless, 0), (lossy, 8)])
        func `premultiplied colours stay as they are`(text: String, tolerance: Int) throws {
            let bytes = ByteBlock(copying: try #require(Base64.decode(text.utf8)))
            for box in [nil, 4] {
                let output = try decode(bytes, box.map { options(box: $0) } ?? DecodeOptions())
                let (near, far) = (output.bitmap.size.width / 8, output.bitmap.size.width * 7 / 8)
                let expected: [(Int, Int, SIMD4<Int>)] = [
                    (near, near, [50, 100, 200, 255]), (far, near, [25, 50, 100, 128]),
                    (near, far, [220, 160, 40, 255]), (far, far, [110, 80, 20, 128]),
                ]
                for (x, y, pixel) in expected {
                    let found = SIMD4<Int>(truncatingIfNeeded: output.bitmap[x, y])
                    for channel in 0..<4 {
                        #expect(abs(found[channel] - pixel[channel]) <= tolerance, "\(found)")
                    }
                }
            }
        }
    }
#endif
