import Glibc
import WebImage

/// Our side of the protocol of `Peers/worker.py`: typical use of the library.
struct OwnWorker {
    private let pipeline = ImagePipeline(
        memory: MemoryCache(maxBytes: 0, findsReleased: false), disk: nil, loader: SchemeLoader(),
        codecs: .installed)

    /// Answers commands until standard input ends.
    func serve() async {
        print("ready WebImage")
        fflush(nil)
        while let line = readLine() {
            do {
                guard let command = Command(line: line) else { throw BenchError("no command") }
                let cost = try await run(command)
                print("done \(cost.cpu.fixed(9)) \(cost.wall.fixed(9))")
            } catch {
                print("failed \(error)")
            }
            fflush(nil)
        }
    }

    private func run(_ command: Command) async throws -> Cost {
        switch command.operation {
        case "thumbnail": try await encoded(command, as: .jpeg)
        case "decode": try await decoded(command)
        case "animation": try await encoded(command, as: .webp)
        default: try await OwnKernel(command).run(by: pipeline)
        }
    }

    /// Returns a request that decodes each time; without the bypass, an image that is still
    /// referenced would be returned.
    private static func request(_ command: Command) -> ImageRequest {
        var request = ImageRequest(ImageSource.file(command.input))
        request.memoryCaching = .off
        request.diskCaching = .off
        return request
    }

    private func decoded(_ command: Command) async throws -> Cost {
        let request = Self.request(command)
        return try await Measure.total(count: command.count) {
            _ = try await pipeline.image(for: request)
        }
    }

    /// Decodes to the width and encodes, all by the pipeline, from a file to bytes.
    private func encoded(_ command: Command, as format: ImageFormat) async throws -> Cost {
        var request = Self.request(command)
        request.targetSize = PixelSize(width: Int(command.number), height: 0)
        let settings = EncodeSettings(quality: 80)
        var bytes: ByteBlock?
        let cost = try await Measure.total(count: command.count) {
            let image = try await pipeline.image(for: request).image
            bytes = try await pipeline.encode(image, as: format, settings: settings)
        }
        if let bytes, !command.output.isEmpty { try FileSystem.write(bytes, to: command.output) }
        return cost
    }
}
