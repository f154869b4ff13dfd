extension Scene {
    /// The colours of a picture, from dark to light.
    public struct Palette: Sendable {
        /// An English word for the colours.
        public let name: String
        private let tones: [SIMD3<Float>]

        private init(_ name: String, _ numbers: UInt32...) {
            self.name = name
            tones = numbers.map { number in
                SIMD3(
                    Float(number >> 16 & 255) / 255, Float(number >> 8 & 255) / 255,
                    Float(number & 255) / 255)
            }
        }

        /// Returns the colour at a place from 0, the darkest, to 1.
        func tone(_ place: Float) -> SIMD3<Float> {
            let place = min(max(place, 0), 0.9999) * Float(tones.count - 1)
            let index = Int(place)
            return tones[index] + (tones[index + 1] - tones[index]) * (place - Float(index))
        }

        /// All palettes, which have different names.
        public static let all = [
            Palette("amber", 0x2A1204, 0x7A3206, 0xD9770A, 0xFBBF4A, 0xFFF3D0),
            Palette("coral", 0x2B0B1C, 0x8C1F3F, 0xEF5D5A, 0xFFA585, 0xFFE9DC),
            Palette("jade", 0x03211C, 0x0C5A48, 0x22A57A, 0x8ADFB0, 0xEFFCF0),
            Palette("indigo", 0x0C0A2A, 0x2B2A7A, 0x5B63D6, 0xA5B1F5, 0xF0F2FF),
            Palette("slate", 0x10161C, 0x33424F, 0x6B8294, 0xB0C2CC, 0xF2F6F7),
            Palette("rose", 0x2A0620, 0x86195A, 0xD94C8E, 0xF8A5C4, 0xFFEFF5),
            Palette("moss", 0x12180A, 0x3B4F1B, 0x7C9A36, 0xC5D684, 0xF9FAE2),
            Palette("azure", 0x041A33, 0x0B4F8A, 0x2196D6, 0x8AD3F2, 0xF0FBFF),
            Palette("plum", 0x180820, 0x4E1E63, 0x9448A8, 0xD79BDC, 0xFBEFFB),
            Palette("copper", 0x1E0D0A, 0x63291B, 0xB5603A, 0xE5A87B, 0xFDF0E2),
            Palette("lagoon", 0x052026, 0x0B5C66, 0x1FA8A0, 0xF2C57C, 0xFFF6E0),
            Palette("dusk", 0x14102E, 0x5B2A6E, 0xD94F70, 0xFFA65C, 0xFFF0C2),
        ]
    }
}
