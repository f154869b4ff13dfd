import WebImage

/// The pictures to measure, computed, the same on every machine.
enum Inputs {
    /// The version of the computation, part of the folder's name: no outdated picture is measured.
    static let version = "1"

    /// The sizes of the JPEGs for `growth`, in megapixels.
    static let megapixels = [1, 2, 5, 10, 25, 50, 100]

    /// A file and the operation that makes it.
    struct Input: Sendable {
        let name: String
        let make: @Sendable () throws -> ByteBlock
    }

    static let all: [Input] =
        [
            photograph("12mp.jpg", .jpeg, twelve, EncodeSettings(quality: 85)),
            photograph("12mp-noisy.jpg", .jpeg, twelve, EncodeSettings(quality: 85), grain: 60),
            photograph(
                "12mp-progressive.jpg", .jpeg, twelve,
                EncodeSettings(quality: 85, isProgressive: true)),
            photograph("12mp.webp", .webp, twelve, EncodeSettings(quality: 80, effort: 3)),
            photograph("12mp.avif", .avif, twelve, EncodeSettings(quality: 70, effort: 2)),
            photograph("12mp.png", .png, twelve, EncodeSettings(effort: 2)),
            photograph(
                "24mp.png", .png, PixelSize(width: 6000, height: 4000), EncodeSettings(effort: 4),
                grain: 6),
            Input(name: "200-frames.gif") {
                let film = Film(size: PixelSize(width: 640, height: 480), count: 200)
                guard let encoder = CodecList.installed.animatedEncoder(for: .gif) else {
                    throw BenchError("there is no encoder of GIF")
                }
                return try encoder.encode(film, settings: EncodeSettings())
            },
            photograph("small.jpg", .jpeg, PixelSize(width: 480, height: 360), EncodeSettings()),
        ]
        + megapixels.map { count in
            let width = Int((Double(count) * 4 / 3).squareRoot() * 1000)
            let size = PixelSize(width: width, height: count * 1_000_000 / width)
            return photograph("\(count)mp.jpg", .jpeg, size, EncodeSettings(quality: 85))
        }

    private static let twelve = PixelSize(width: 4000, height: 3000)

    private static func photograph(
        _ name: String, _ format: ImageFormat, _ size: PixelSize, _ settings: EncodeSettings,
        grain: UInt32 = 25
    ) -> Input {
        Input(name: name) {
            let encoder = try CodecList.installed.encoder(for: format)
            return try encoder.encode(
                Photograph(size: size, grain: grain).bitmap, settings: settings)
        }
    }

    /// Writes the missing inputs, one per processor at a time, the slowest first.
    static func write(to folder: String) async throws {
        try FileSystem.makeFolder(folder)
        let missing = all.reversed().filter { !FileSystem.exists("\(folder)/\($0.name)") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, input) in missing.enumerated() {
                if index >= Processors.count { try await group.next() }
                group.addTask { try write(input, to: folder) }
            }
            try await group.waitForAll()
        }
    }

    private static func write(_ input: Input, to folder: String) throws {
        let start = ContinuousClock.now
        try FileSystem.write(try input.make(), to: "\(folder)/\(input.name)")
        let seconds = start.duration(to: .now) / .seconds(1)
        print("made \(input.name) in \(seconds.digits) s")
    }
}
