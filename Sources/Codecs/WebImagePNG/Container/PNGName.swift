#if PNG
    /// The name of a chunk: four letters as a number.
    struct PNGName: RawRepresentable, Hashable {
        let rawValue: UInt32

        /// `true` if it consists of letters, as required.
        var isValid: Bool {
            [24, 16, 8, 0].allSatisfy { shift in
                let letter = UInt8(truncatingIfNeeded: rawValue >> shift) | 0x20
                return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
            }
        }

        /// `true` if a decoder must reject a file with this chunk unless it knows the chunk.
        var isCritical: Bool { rawValue & 0x2000_0000 == 0 }

        /// The four bytes.
        var bytes: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) } }

        static let header = PNGName(rawValue: 0x4948_4452)
        static let palette = PNGName(rawValue: 0x504C_5445)
        static let pixels = PNGName(rawValue: 0x4944_4154)
        static let end = PNGName(rawValue: 0x4945_4E44)
        static let transparency = PNGName(rawValue: 0x7452_4E53)
        static let profile = PNGName(rawValue: 0x6943_4350)
        static let codePoints = PNGName(rawValue: 0x6349_4350)
        static let standardColors = PNGName(rawValue: 0x7352_4742)
        static let gamma = PNGName(rawValue: 0x6741_4D41)
        static let chromaticities = PNGName(rawValue: 0x6348_524D)
        static let contentLight = PNGName(rawValue: 0x634C_4C49)
        static let draftContentLight = PNGName(rawValue: 0x634C_4C69)
        static let masteringDisplay = PNGName(rawValue: 0x6D44_4356)
        static let draftMasteringDisplay = PNGName(rawValue: 0x6D44_4376)
        static let significantBits = PNGName(rawValue: 0x7342_4954)
        static let exif = PNGName(rawValue: 0x6558_4966)
        static let density = PNGName(rawValue: 0x7048_5973)
        static let animation = PNGName(rawValue: 0x6163_544C)
        static let frame = PNGName(rawValue: 0x6663_544C)
        static let framePixels = PNGName(rawValue: 0x6664_4154)

        /// Returns the maximum length of a chunk to collect; nil for a chunk to skip.
        func maxLength(profile: Int) -> Int? {
            switch self {
            case .header: 13
            case .palette: 768
            case .transparency: 256
            case .profile: profile
            case .exif: 4 << 20
            case .codePoints, .gamma, .significantBits: 4
            case .standardColors: 1
            case .chromaticities: 32
            case .contentLight, .draftContentLight: 8
            case .masteringDisplay, .draftMasteringDisplay: 24
            case .density: 9
            case .animation: 8
            case .frame: 26
            default: nil
            }
        }
    }

    extension PNGName: CustomStringConvertible {
        var description: String { String(decoding: bytes, as: UTF8.self) }
    }
#endif
