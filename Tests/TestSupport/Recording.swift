package import Foundation
package import WebImagePixels

/// Calls with their inputs and results, which `scripts/parts/try-arm` repeats on arm64.
///
/// A record has 24 bytes of numbers, 32 of parameters, a name in 40 bytes, the input and the
/// output; an input of no bytes stands for the one before. Numbers begin with their lowest byte.
package struct Recording {
    private var bytes: [UInt8] = []
    private var lastInput: [UInt8] = []

    package init() {}

    /// Adds a call.
    ///
    /// - Parameters:
    ///   - call: The number by which the program in C knows the function.
    ///   - numbers: The parameters besides the input and its size.
    package mutating func add(
        _ call: UInt32, _ name: String, _ numbers: SIMD4<Double> = .zero, size: PixelSize,
        input: [UInt8], output: [UInt8]
    ) {
        let isNew = input != lastInput
        for number in [
            call, UInt32(size.width), UInt32(size.height), isNew ? UInt32(input.count) : 0,
            UInt32(output.count), 0,
        ] {
            append(UInt64(number), byteCount: 4)
        }
        for index in 0..<4 { append(numbers[index].bitPattern, byteCount: 8) }
        let name = name.utf8.prefix(39)
        bytes += Array(name) + [UInt8](repeating: 0, count: 40 - name.count)
        if isNew { bytes += input }
        bytes += output
        lastInput = input
    }

    /// The folder of the recorded files.
    package static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Arm")

    /// Returns `true` if a recorded file has the same calls.
    ///
    /// With the variable `WEBIMAGE_RECORD` the file is written before.
    package func isFile(_ name: String) throws -> Bool {
        let file = Self.folder.appending(path: name)
        if ProcessInfo.processInfo.environment["WEBIMAGE_RECORD"] != nil {
            try Data(bytes).write(to: file)
        }
        return try Data(contentsOf: file) == Data(bytes)
    }

    private mutating func append(_ number: UInt64, byteCount: Int) {
        bytes += (0..<byteCount).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
