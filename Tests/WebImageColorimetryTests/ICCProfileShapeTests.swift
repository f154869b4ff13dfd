import TestSupport
import Testing
import WebImageBytes
import WebImageColorimetry

/// Profiles whose curves and matrix are damaged: light is made of those only that the converter of
/// colours takes, too.
@Suite struct ICCProfileShapeTests {
    private static let colorants = ICCFile.colorantsOfP3

    private static func color(_ profile: ICCFile) -> ColorDescription {
        .profile(ByteBlock(copying: profile.bytes))
    }

    private static func isConvertible(_ profile: ICCFile) -> Bool? {
        ICCProfile(ByteBlock(copying: profile.bytes))?.isConvertible
    }

    @Test func `colours in one plane, or out of range, have no light`() {
        let (red, green) = (Self.colorants[0], Self.colorants[1])
        let mixed = (x: red.x + green.x, y: red.y + green.y, z: red.z + green.z)
        let (x, y, z) = Self.colorants[2]
        for blue in [mixed, (x, y, 4.5), (-4.5, y, z)] {
            let profile = ICCFile("Damaged", colorants: [red, green, blue])
            #expect(LightConversion.decoding(Self.color(profile)) == nil)
            #expect(LightConversion.matrix(from: Self.color(profile), to: .bt2020) == nil)
            #expect(Self.isConvertible(profile) == false)
        }
        let profile = ICCFile("Sound", colorants: [red, green, (x, y, z)])
        #expect(LightConversion.decoding(Self.color(profile)) != nil)
    }

    @Test(arguments: [(0.002, false), (0.25, true), (40, true), (100, false)])
    func `a curve that is flat but for its ends has no light`(gamma: Double, isSound: Bool) {
        let profile = ICCFile(
            "Gamma", colorants: Self.colorants, curve: ICCFile.curve(0, [gamma]))
        #expect((LightConversion.decoding(Self.color(profile)) != nil) == isSound)
        #expect(Self.isConvertible(profile) == isSound)
    }

    @Test func `a white outside of the primaries describes no colours`() {
        let whites: [(white: (x: Double, y: Double, z: Double), isSound: Bool)] = [
            ((0.9642, 1, 0.8249), true), ((0.9505, 1, 1.0891), true), ((6.96, 1, 0.8249), false),
            ((0, 0, 0), false), ((0.9642, -1, 0.8249), false),
        ]
        for (white, isSound) in whites {
            let profile = ICCFile("White", colorants: Self.colorants, white: white)
            #expect(Self.isConvertible(profile) == isSound)
            // The light of the samples does not depend on it.
            #expect(LightConversion.decoding(Self.color(profile)) != nil)
        }
    }

    @Test func `an intent that there is not, and primaries far off, describe no colours`() {
        let sound = ICCFile.displayP3.bytes
        for (place, value) in [(64, 0xFF), (66, 1), (67, 4)] as [(Int, UInt8)] {
            var profile = sound
            profile[place] = value
            #expect(ICCProfile(ByteBlock(copying: profile))?.isConvertible == false)
        }
        // The three mix to D50, but the numbers of green nearly cancel each other out.
        let far = ICCFile(
            "Far",
            colorants: [(1.207, 0.1334, 0.4208), (-0.4, 0.8, -0.38), (0.1572, 0.0666, 0.7841)])
        #expect(Self.isConvertible(far) == false)
        #expect(LightConversion.decoding(Self.color(far)) != nil)
    }
}
