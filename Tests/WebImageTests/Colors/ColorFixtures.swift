import Foundation

/// Files that the library's encoders do not write: 8 × 8 pixels of one colour, more than 8 bits deep.
///
/// They were made by a C program over libavif 0.11.1 and libjxl 0.7.0: `avifImageCreate(8, 8, depth,
/// AVIF_PIXEL_FORMAT_YUV444)` with planes of 0.45, 0.40, 0.62 (alpha 0.6), lossless, full range, 1/13/0;
/// `JxlEncoderSetFrameLossless` of 16 bits with red, green, blue of 0.62, 0.45, 0.40 (alpha 0.6) and the
/// colour encoding that the name says.
enum ColorFixtures {
    static func file(_ name: String) -> [UInt8] {
        all[name].flatMap { Data(base64Encoded: $0) }.map { [UInt8]($0) } ?? []
    }

    private static let all = [
        "avif10":
            "AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAA"
            + "AAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEA"
            + "AAABAAABGgAAACEAAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcn"
            + "AAAABLaXBjbwAAABRpc3BlAAAAAAAAAAgAAAAIAAAAEHBpeGkAAAAAAwoKCgAAAAxhdjFDgSBAAAAA"
            + "ABNjb2xybmNseAABAA0AAIAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACltZGF0EgAKCDgIv2MBDQ"
            + "AgMhMQAAAAD/pAU2ox6kGwhSns18vA",
        "avif12":
            "AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAPJtZXRhAAAAAAAAAChoZGxyAAAAAAAAAABwaW"
            + "N0AAAAAAAAAAAAAAAAbGliYXZpZgAAAAAOcGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEA"
            + "AAEWAAAAIgAAAChpaW5mAAAAAAABAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAABqaXBycAAAAE"
            + "tpcGNvAAAAFGlzcGUAAAAAAAAACAAAAAgAAAAQcGl4aQAAAAADDAwMAAAADGF2MUOBQGAAAAAAE2Nv"
            + "bHJuY2x4AAEADQAAgAAAABdpcG1hAAAAAAAAAAEAAQQBAoMEAAAAKm1kYXQSAAoIWAi/Y0BDQAgyFB"
            + "AAAAAP+j5S5mseo0sdKynsve7M",
        "avif10a":
            "AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAAGNbWV0YQAAAAAAAAAoaGRscgAAAAAAAA"
            + "AAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAsaWxvYwAAAABEAAACAAEA"
            + "AAABAAAByAAAACEAAgAAAAEAAAG1AAAAEwAAAEJpaW5mAAAAAAACAAAAGmluZmUCAAAAAAEAAGF2MD"
            + "FDb2xvcgAAAAAaaW5mZQIAAAAAAgAAYXYwMUFscGhhAAAAABppcmVmAAAAAAAAAA5hdXhsAAIAAQAB"
            + "AAAAw2lwcnAAAACdaXBjbwAAABRpc3BlAAAAAAAAAAgAAAAIAAAAEHBpeGkAAAAAAwoKCgAAAAxhdj"
            + "FDgSBAAAAAABNjb2xybmNseAABAA0AAIAAAAAOcGl4aQAAAAABCgAAAAxhdjFDgQBcAAAAADhhdXhD"
            + "AAAAAHVybjptcGVnOm1wZWdCOmNpY3A6c3lzdGVtczphdXhpbGlhcnk6YWxwaGEAAAAAHmlwbWEAAA"
            + "AAAAAAAgABBAECgwQAAgQBBYYHAAAAPG1kYXQSAAoFGAi/Y1AyCBAAABjeog+wEgAKCDgIv2MBDQAg"
            + "MhMQAAAAD/pAU2ox6kGwhSns18vA",
        "jxl-p3-srgb":
            "AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAAJanhsbAoAAAAwanhsY/8KQfADkMmNCA"
            + "IBAGgASxiLFUKKBubFF4gA4HA9S7haAAAAAAAAAAA=",
        "jxl-2020-709":
            "AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAAJanhsbAoAAAAwanhsY/8KQfADkKcICA"
            + "IBAGgASxiLFUKKBubFF4gA4HA9S7haAAAAAAAAAAA=",
        "jxl-srgb-linear":
            "AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAAJanhsbAoAAAAwanhsY/8KQfADULQICA"
            + "IBAGgASxiLFUKKBubFF4gA4HA9S7haAAAAAAAAAAA=",
        "jxl-2020-pq":
            "AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAAJanhsbAoAAAA3anhsY/8KQQT8AOTRIw"
            + "4HAAAAgAgCAQBoAEsYixVCigbmxReIAOBwPUu4WgAAAAAAAAAA",
        "jxl-2020-hlg":
            "AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAAJanhsbAoAAAA4anhsY/8KQQT8AOQZCP"
            + "QYAAAAAAIIAgEAaABLGIsVQooG5sUXiADgcD1LuFoAAAAAAAAAAA==",
        "jxl-p3-dci":
            "AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAAJanhsbAoAAAAwanhsY/8KQfADkMmPCA"
            + "IBAGgASxiLFUKKBubFF4gA4HA9S7haAAAAAAAAAAA=",
        "jxl-2020-gamma18":
            "AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAAJanhsbAoAAAAzanhsY/8KQfADkJesmC"
            + "oCCAIBAGgASxiLFUKKBubFF4gA4HA9S7haAAAAAAAAAAA=",
        "jxl-p3-pq-alpha":
            "AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAAJanhsbAoAAAA8anhsY/8KQQT8CH4AyK"
            + "RHHA4AAAAAAQgIEABwAEsYixVCigbPxBeQAOBwPSVcW+mZAAAAAAAAAAA=",
    ]
}
