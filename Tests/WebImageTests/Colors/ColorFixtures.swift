import Foundation

/// Files that the library's encoders do not write: 8 × 8 pixels of one colour, more than 8 bits
/// deep.
///
/// They were made by a C program over libavif 0.11.1 and libjxl 0.7.0: `avifImageCreate(8, 8,
/// depth, AVIF_PIXEL_FORMAT_YUV444)` with planes of 0.52, 0.47, 0.54 (alpha 0.6), lossless, full
/// range, 1/13/0; `JxlEncoderSetFrameLossless` of 16 bits with red, green, blue of 0.54, 0.52, 0.47
/// (alpha 0.6) and the colour encoding that the name says.
enum ColorFixtures {
    static func file(_ name: String) -> [UInt8] {
        all[name].flatMap { Data(base64Encoded: $0) }.map { [UInt8]($0) } ?? []
    }

    private static let all = [
        "avif10":
            "AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAA"
            + "AAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEA"
            + "AAABAAABGgAAACAAAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcn"
            + "AAAABLaXBjbwAAABRpc3BlAAAAAAAAAAgAAAAIAAAAEHBpeGkAAAAAAwoKCgAAAAxhdjFDgSBAAAAA"
            + "ABNjb2xybmNseAABAA0AAIAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAAChtZGF0EgAKCDgIv2MBDQ"
            + "AgMhIQAABOHc+JDmpuUplQkMluVKA=",
        "avif12":
            "AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAPJtZXRhAAAAAAAAAChoZGxyAAAAAAAAAABwaW"
            + "N0AAAAAAAAAAAAAAAAbGliYXZpZgAAAAAOcGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEA"
            + "AAEWAAAAIQAAAChpaW5mAAAAAAABAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAABqaXBycAAAAE"
            + "tpcGNvAAAAFGlzcGUAAAAAAAAACAAAAAgAAAAQcGl4aQAAAAADDAwMAAAADGF2MUOBQGAAAAAAE2Nv"
            + "bHJuY2x4AAEADQAAgAAAABdpcG1hAAAAAAAAAAEAAQQBAoMEAAAAKW1kYXQSAAoIWAi/Y0BDQAgyEx"
            + "AAAAAP+I7KAuuaxGiPhUqd+wo=",
        "avif10a":
            "AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAAGNbWV0YQAAAAAAAAAoaGRscgAAAAAAAA"
            + "AAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAsaWxvYwAAAABEAAACAAEA"
            + "AAABAAAByAAAACAAAgAAAAEAAAG1AAAAEwAAAEJpaW5mAAAAAAACAAAAGmluZmUCAAAAAAEAAGF2MD"
            + "FDb2xvcgAAAAAaaW5mZQIAAAAAAgAAYXYwMUFscGhhAAAAABppcmVmAAAAAAAAAA5hdXhsAAIAAQAB"
            + "AAAAw2lwcnAAAACdaXBjbwAAABRpc3BlAAAAAAAAAAgAAAAIAAAAEHBpeGkAAAAAAwoKCgAAAAxhdj"
            + "FDgSBAAAAAABNjb2xybmNseAABAA0AAIAAAAAOcGl4aQAAAAABCgAAAAxhdjFDgQBcAAAAADhhdXhD"
            + "AAAAAHVybjptcGVnOm1wZWdCOmNpY3A6c3lzdGVtczphdXhpbGlhcnk6YWxwaGEAAAAAHmlwbWEAAA"
            + "AAAAAAAgABBAECgwQAAgQBBYYHAAAAO21kYXQSAAoFGAi/Y1AyCBAAABjeog+wEgAKCDgIv2MBDQAg"
            + "MhIQAABOHc+JDmpuUplQkMluVKA=",
        "jxl-p3-srgb":
            "AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAAJanhsbAoAAAAxanhsY/8KQfADkMmNCA"
            + "IBAGwASxiLFUKKBqzFF4gA4HoU9WghCQAAAAAAAAAA",
        "jxl-2020-709":
            "AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAAJanhsbAoAAAAxanhsY/8KQfADkKcICA"
            + "IBAGwASxiLFUKKBqzFF4gA4HoU9WghCQAAAAAAAAAA",
        "jxl-srgb-linear":
            "AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAAJanhsbAoAAAAxanhsY/8KQfADULQICA"
            + "IBAGwASxiLFUKKBqzFF4gA4HoU9WghCQAAAAAAAAAA",
        "jxl-2020-pq":
            "AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAAJanhsbAoAAAA4anhsY/8KQQT8AOTRIw"
            + "4HAAAAgAgCAQBsAEsYixVCigasxReIAOB6FPVoIQkAAAAAAAAAAA==",
        "jxl-2020-hlg":
            "AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAAJanhsbAoAAAA5anhsY/8KQQT8AOQZCP"
            + "QYAAAAAAIIAgEAbABLGIsVQooGrMUXiADgehT1aCEJAAAAAAAAAAA=",
        "jxl-p3-dci":
            "AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAAJanhsbAoAAAAxanhsY/8KQfADkMmPCA"
            + "IBAGwASxiLFUKKBqzFF4gA4HoU9WghCQAAAAAAAAAA",
        "jxl-2020-gamma18":
            "AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAAJanhsbAoAAAA0anhsY/8KQfADkJesmC"
            + "oCCAIBAGwASxiLFUKKBqzFF4gA4HoU9WghCQAAAAAAAAAA",
        "jxl-p3-pq-alpha":
            "AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAAJanhsbAoAAAA/anhsY/8KQQT8CH4AyK"
            + "RHHA4AAAAAAQgIEAB8AEsYixVCCsa4APD2BSQAuB5FetSQnJUEAAAAAAAAAAA=",
    ]
}
