package import WebImageBytes

/// An ICC profile of RGB or grey whose header and table of tags are sound (ICC.1:2010, 7.2 and
/// 7.3).
package struct ICCProfile {
    /// The bytes, as many as the header says.
    package let bytes: [UInt8]

    /// Checks a profile; nil if it is damaged, or of other colours or another use than pictures
    /// have.
    package init?(_ block: ByteBlock) {
        let sound = block.withSpan { bytes -> [UInt8]? in
            guard let size = bytes.u32(at: 0, .big).map(Int.init), size >= 132,
                size <= bytes.byteCount, bytes.has("acsp", at: 36),
                Self.devices.contains(where: { bytes.has($0, at: 12) }),
                bytes.has("RGB ", at: 16) || bytes.has("GRAY", at: 16),
                bytes.has("XYZ ", at: 20) || bytes.has("Lab ", at: 20),
                let count = bytes.u32(at: 128, .big).map(Int.init), count <= (size - 132) / 12
            else { return nil }
            for index in 0..<count {
                let entry = 132 + index * 12
                guard let start = bytes.u32(at: entry + 4, .big).map(Int.init),
                    let length = bytes.u32(at: entry + 8, .big).map(Int.init),
                    start <= size, length <= size - start
                else { return nil }
            }
            return bytes.copy(0..<size)
        }
        guard let sound else { return nil }
        bytes = sound
    }

    /// Input, display, output and colour space.
    private static let devices: [StaticString] = ["scnr", "mntr", "prtr", "spac"]

    /// `true` if the profile is one of greys, which fits pixels without colour only.
    package var isGray: Bool { Self.isGray(bytes) }

    /// `true` if the header has one of the four rendering intents, which readers check.
    package var hasIntent: Bool { bytes[64..<67].allSatisfy { $0 == 0 } && bytes[67] < 4 }

    /// Returns `true` if a profile is one of greys.
    package static func isGray(_ profile: [UInt8]) -> Bool {
        profile.count >= 20 && profile[16..<20].elementsEqual("GRAY".utf8)
    }
}
