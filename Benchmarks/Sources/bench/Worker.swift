import Glibc
import WebImage
import WebImageSandbox

/// Our side of the protocol of `Peers/worker.py`: typical use of the library.
struct Worker {
    /// An operation that is prepared; it returns its result, encoded, for a file.
    typealias Work = () async throws -> () throws -> ByteBlock

    private let codecs: CodecList
    private let pipeline: ImagePipeline

    /// - Parameter place: `program`, or the processes that decode: `walled`, shared by all sources,
    ///   or `isolated`, for each source others.
    init(decodingIn place: String) async throws {
        switch place {
        case "walled": codecs = try await .sandboxed()
        case "isolated": codecs = try await .sandboxed(encodes: true, isolation: .perSource)
        default: codecs = .inProgram
        }
        pipeline = ImagePipeline(
            memory: MemoryCache(maxBytes: 0, findsReleased: false), disk: nil,
            loader: SchemeLoader(), codecs: codecs)
    }

    /// Answers commands until standard input ends.
    func serve() async {
        var work: Work = { throw BenchError("nothing is prepared") }
        var result: () throws -> ByteBlock = { throw BenchError("nothing was run") }
        tell("ready WebImage")
        while let line = readLine() {
            let words = line.split(separator: "\t", omittingEmptySubsequences: false)
                .map(String.init)
            do {
                switch (words[0], words.count) {
                case ("run", 2): for _ in 0..<(Int(words[1]) ?? 0) { result = try await work() }
                case ("save", 2): try Files.write(result(), to: words[1])
                case (_, 3):
                    work = try await prepared(words[0], words[1], Double(words[2]) ?? 0)
                default: throw BenchError("not a command")
                }
                tell("done")
            } catch {
                tell("failed \(error)")
            }
        }
    }

    private func tell(_ line: String) {
        print(line)
        fflush(nil)
    }

    private func prepared(
        _ operation: String, _ path: String, _ number: Double
    ) async throws -> Work {
        switch operation {
        case "thumbnail": encoded(path, Int(number), as: .jpeg)
        case "animation": encoded(path, Int(number), as: .webp)
        case "pixels": decoded(path)
        case "light": decoded(path, .hdr)
        case "base": decoded(path, keepsProfile: true)
        case "codec":
            try SandboxWork(codecs: codecs).decoded(path, box: number == 0 ? nil : Int(number))
        case "frames": try SandboxWork(codecs: codecs).frames(path)
        case "fresh": SandboxWork(codecs: codecs).fresh()
        case "source": try SandboxWork(codecs: codecs).source(path)
        default: try await Kernel(operation, number).work(on: path, by: pipeline)
        }
    }

    /// Returns a request that decodes each time; without the bypass, an image that is still
    /// referenced would be returned.
    private func request(_ path: String) -> ImageRequest {
        var request = ImageRequest(ImageSource.file(path))
        request.memoryCaching = .off
        request.diskCaching = .off
        return request
    }

    private func decoded(
        _ path: String, _ depth: PixelDepth = .eight, keepsProfile: Bool = false
    ) -> Work {
        var wanted = request(path)
        wanted.pixelDepth = depth
        if keepsProfile { wanted.colorProfile = .keep }
        let request = wanted
        return {
            _ = try await pipeline.image(for: request)
            return { throw BenchError("pixels are not written") }
        }
    }

    /// Decodes to the width and encodes, all by the pipeline, from a file to bytes.
    private func encoded(_ path: String, _ width: Int, as format: ImageFormat) -> Work {
        var wanted = request(path)
        wanted.targetSize = PixelSize(width, 0)
        let request = wanted
        return {
            let image = try await pipeline.image(for: request).image
            let bytes = try await pipeline.encode(
                image, as: format, settings: EncodeSettings(quality: 80))
            return { bytes }
        }
    }
}
