import Testing
import WebImageBytes
import WebImageMetadata
import WebImagePixels

@Suite struct ExifOrientationTests {
    /// Returns a TIFF structure with one directory of `entries` after a description entry.
    static func block(
        little: Bool, tag: UInt16 = 0x0112, type: UInt16 = 3, count: UInt32 = 1, value: UInt32,
        directory: UInt32 = 8, entries: UInt16 = 2
    ) -> [UInt8] {
        func u16(_ value: UInt16) -> [UInt8] {
            let bytes = [UInt8(value & 255), UInt8(value >> 8)]
            return little ? bytes : bytes.reversed()
        }
        func u32(_ value: UInt32) -> [UInt8] {
            let (low, high) = (UInt16(value & 0xFFFF), UInt16(value >> 16))
            return little ? u16(low) + u16(high) : u16(high) + u16(low)
        }
        let slot =
            switch type {
            case 1, 6: [UInt8(value & 255), 0, 0, 0]
            case 3, 8: u16(UInt16(value & 0xFFFF)) + [0, 0]
            default: u32(value)
            }
        return (little ? [0x49, 0x49] : [0x4D, 0x4D]) + u16(42) + u32(directory) + u16(entries)
            + u16(0x010E) + u16(2) + u32(4) + [0x61, 0x62, 0x63, 0]
            + u16(tag) + u16(type) + u32(count) + slot + u32(8)
    }

    private func orientation(_ bytes: [UInt8]) -> Orientation {
        ByteBlock(copying: bytes).withSpan { Orientation(exif: $0) }
    }

    @Test(arguments: Orientation.allCases, [true, false])
    func `each orientation is read in both byte orders`(expected: Orientation, little: Bool) {
        let bytes = Self.block(little: little, value: UInt32(expected.rawValue))
        #expect(orientation(bytes) == expected)
        #expect(orientation(Array("Exif\0\0".utf8) + bytes) == expected)
    }

    /// The codes of BYTE, SHORT, LONG, SBYTE, SSHORT and SLONG.
    static let integers: [UInt16] = [1, 3, 4, 6, 8, 9]

    @Test(arguments: integers, [true, false])
    func `an integer of any width is accepted`(type: UInt16, little: Bool) {
        #expect(orientation(Self.block(little: little, type: type, value: 6)) == .right)
    }

    @Test(arguments: integers, [true, false])
    func `an integer of any width is set to upright`(type: UInt16, little: Bool) {
        let rotated = Self.block(little: little, type: type, value: 6)
        #expect(rotated.uprightExif() == Self.block(little: little, type: type, value: 1))
    }

    @Test(arguments: [
        ("no tag", block(little: true, tag: 0x0113, value: 6)),
        ("value 0", block(little: true, value: 0)),
        ("value 9", block(little: true, value: 9)),
        ("value 2^32 - 1", block(little: true, type: 4, value: .max)),
        ("two values", block(little: true, count: 2, value: 6)),
        ("text", block(little: true, type: 2, value: 6)),
        ("a negative value", block(little: true, type: 9, value: .max - 5)),
        ("a fraction", block(little: true, type: 5, value: 6)),
        ("directory past the end", block(little: true, value: 6, directory: 4000)),
        ("directory at 2^32 - 1", block(little: false, value: 6, directory: .max)),
        ("directory without entries", block(little: true, value: 6, entries: 0)),
        ("more entries than bytes", block(little: true, tag: 1, value: 6, entries: .max)),
        ("directory on the header itself", block(little: true, tag: 1, value: 6, directory: 0)),
        (
            "another magic number",
            [0x49, 0x49, 0x2B, 0] + block(little: true, value: 6).dropFirst(4)
        ),
        ("nothing", []),
    ])
    func `a damaged block means upright`(name: String, bytes: [UInt8]) {
        #expect(orientation(bytes) == .up)
    }

    @Test(arguments: [true, false])
    func `a block cut anywhere is read or upright`(little: Bool) {
        let bytes = Self.block(little: little, value: 8)
        for length in bytes.indices {
            let expected: Orientation = length >= (little ? 32 : 32) ? .left : .up
            let found = orientation(Array(bytes.prefix(length)))
            #expect(found == expected || found == .up && length < 34, "after \(length) bytes")
        }
    }
}
