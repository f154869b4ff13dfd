import Glibc
import WebImage
import WebImageTesting

/// The pictures to measure, computed, the same on every machine.
enum Inputs {
    /// A file and the operation that makes it.
    struct Input: Sendable {
        let name: String
        let make: @Sendable () throws -> ByteBlock
    }

    private static let photographs: [Input] =
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
                "24mp.png", .png, PixelSize(6000, 4000), EncodeSettings(effort: 4), grain: 6),
            photograph("small.jpg", .jpeg, PixelSize(480, 360), EncodeSettings()),
        ]
        + [2, 10, 100].map { count in
            let width = Int((Double(count) * 4 / 3).squareRoot() * 1000)
            let size = PixelSize(width, count * 1_000_000 / width)
            return photograph("\(count)mp.jpg", .jpeg, size, EncodeSettings(quality: 85))
        }

    private static let film = Input(name: "200-frames.gif") {
        guard let encoder = CodecList.installed.animatedEncoder(for: .gif) else {
            throw BenchError("there is no encoder of GIF")
        }
        let film = Film(size: PixelSize(640, 480), count: 200)
        return try encoder.encode(film, settings: EncodeSettings())
    }

    private static let twelve = PixelSize(4000, 3000)

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

    /// Writes the missing inputs, two at a time, the slowest first.
    static func write(to folder: String) async throws {
        let missing = (photographs + [film] + SmallPictures.all).reversed().filter {
            access("\(folder)/\($0.name)", F_OK) != 0
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, input) in missing.enumerated() {
                if index >= 2 { try await group.next() }
                group.addTask { try Files.write(input.make(), to: "\(folder)/\(input.name)") }
            }
            try await group.waitForAll()
        }
    }

    /// Writes a photograph of 1000x750 in every format that can be encoded, FORMAT.FORMAT.
    static func writeSamples(to folder: String) throws {
        let photograph = Scene.photograph(size: PixelSize(1000, 750))
        for encoder in CodecList.installed.encoders {
            let bytes = try encoder.encode(photograph, settings: EncodeSettings(effort: 3))
            try Files.write(bytes, to: "\(folder)/\(encoder.format).\(encoder.format)")
        }
        let circles = (0..<500).map { index in
            "<circle cx='\(index * 37 % 1000)' cy='\(index * 53 % 750)' r='\(10 + index % 40)' "
                + "fill='hsl(\(index % 360),60%,50%)' fill-opacity='0.7'/>"
        }
        let drawing =
            "<svg xmlns='http://www.w3.org/2000/svg' width='1000' height='750'>"
            + circles.joined() + "</svg>"
        try Files.write(ByteBlock(copying: Array(drawing.utf8)), to: "\(folder)/svg.svg")
    }
}
