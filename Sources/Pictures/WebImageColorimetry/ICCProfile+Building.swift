package import WebImageBytes

/// The curve of a profile from samples to light.
package enum ProfileCurve: Hashable, Sendable {
    /// A power; 1 is linear.
    case gamma(Double)
    /// A function of H.273.
    case transfer(TransferFunction)
}

extension ICCProfile {
    /// Builds a profile of a screen (ICC.1:2022): three columns and a curve.
    ///
    /// - Parameters:
    ///   - name: The description, in ASCII.
    ///   - primaries: The primaries and white.
    ///   - curve: The curve of all channels.
    ///   - codePoints: The code points that say the same, for the tag `cicp`.
    /// - Returns: The bytes; nil if the primaries span no colours, or a number has no place in a
    ///   profile.
    package static func build(
        _ name: String, _ primaries: Chromaticities, _ curve: ProfileCurve,
        codePoints: ColorCodePoints? = nil
    ) -> ByteBlock? {
        guard let (columns, adaptation) = primaries.adapted, let curve = curve.tag,
            let red = numbers(columns.red), let green = numbers(columns.green),
            let blue = numbers(columns.blue), let white = numbers(Chromaticities.d50),
            let rows = numbers(of: adaptation)
        else { return nil }
        let xyz = Array("XYZ \0\0\0\0".utf8)
        var tags: [(names: [StaticString], body: [UInt8])] = [
            (["desc"], text(name)), (["cprt"], text("No copyright, use freely")),
            (["wtpt"], xyz + white), (["chad"], Array("sf32\0\0\0\0".utf8) + rows),
            (["rXYZ"], xyz + red), (["gXYZ"], xyz + green), (["bXYZ"], xyz + blue),
            (["rTRC", "gTRC", "bTRC"], curve),
        ]
        if let codePoints {
            let (primaries, transfer) = (
                codePoints.primaries.rawValue, codePoints.transfer.rawValue
            )
            tags.append(
                (["cicp"], Array("cicp\0\0\0\0".utf8) + [UInt8(primaries), UInt8(transfer), 0, 1]))
        }
        return ByteBlock(copying: file(tags))
    }

    /// Returns a profile with a header, a table of tags, and their bodies at multiples of 4.
    private static func file(_ tags: [(names: [StaticString], body: [UInt8])]) -> [UInt8] {
        let count = tags.reduce(0) { $0 + $1.names.count }
        var (table, bodies) = (word(count), [UInt8]())
        let start = 128 + 4 + count * 12
        for (names, body) in tags {
            for name in names {
                table += name.withUTF8Buffer { unsafe Array($0) } + word(start + bodies.count)
                table += word(body.count)
            }
            bodies += body + Array(repeating: 0, count: -body.count & 3)
        }
        var header = word(start + bodies.count) + word(0) + word(0x0440_0000)
        header += Array("mntrRGB XYZ ".utf8) + [0x07, 0xEA, 0, 1, 0, 1] + [0, 0, 0, 0, 0, 0]
        header += Array("acsp".utf8) + Array(repeating: 0, count: 24) + word(1)
        header += numbers(Chromaticities.d50) ?? []
        header += Array(repeating: 0, count: 128 - header.count)
        return header + table + bodies
    }

    /// Returns the tag of a text in English.
    private static func text(_ text: String) -> [UInt8] {
        let units = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        return Array("mluc\0\0\0\0".utf8) + word(1) + word(12) + Array("enUS".utf8)
            + word(units.count) + word(28) + units
    }

    private static func numbers(_ values: SIMD3<Double>) -> [UInt8]? {
        numbers([values.x, values.y, values.z])
    }

    /// Returns the rows of a matrix.
    private static func numbers(of matrix: Chromaticities.Columns) -> [UInt8]? {
        numbers(
            (0..<3).flatMap { [matrix.red[$0], matrix.green[$0], matrix.blue[$0]] })
    }

    /// Returns values as fixed-point numbers of 16 and 16 bits; nil if one does not fit.
    fileprivate static func numbers(_ values: [Double]) -> [UInt8]? {
        var bytes: [UInt8] = []
        for value in values {
            guard let number = Int32(exactly: (value * 65536).rounded()) else { return nil }
            bytes += word(Int(number))
        }
        return bytes
    }

    fileprivate static func word(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }
}

extension ProfileCurve {
    /// The tag of the curve; nil if its numbers have no place in a profile.
    fileprivate var tag: [UInt8]? {
        switch self {
        case .gamma(let gamma):
            guard gamma > 1.0 / 64, gamma < 64 else { return nil }
            return ICCProfile.numbers([gamma]).map { Self.parametric(0, $0) }
        case .transfer(let function):
            guard case .power(let gamma, let a, let b, let c, let d) = function.formula else {
                return Self.sampled(function)
            }
            guard d > 0 || a != 1 else { return ProfileCurve.gamma(gamma).tag }
            return ICCProfile.numbers([gamma, a, b, c, d]).map { Self.parametric(3, $0) }
        }
    }

    private static func parametric(_ type: UInt8, _ numbers: [UInt8]) -> [UInt8] {
        Array("para\0\0\0\0".utf8) + [0, type, 0, 0] + numbers
    }

    private static func sampled(_ function: TransferFunction) -> [UInt8] {
        let last = 1023
        let samples = (0...last).flatMap { step in
            let light = min(function.light(Double(step) / Double(last)), 1)
            let value = Int((light * 65535).rounded())
            return [UInt8(value >> 8), UInt8(value & 0xFF)]
        }
        return Array("curv\0\0\0\0".utf8) + ICCProfile.word(last + 1) + samples
    }
}

extension ColorCodePoints {
    /// A profile that says the same; curves of cameras are shown by that of displays (ITU-R
    /// BT.1886).
    package var profile: ByteBlock? {
        ICCProfile.build(
            name, primaries.chromaticities, transfer.isCamera ? .gamma(2.4) : .transfer(transfer),
            codePoints: self)
    }
}
