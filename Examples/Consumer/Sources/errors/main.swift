import WebImage

/// Returns the status with which a server answers for a picture that it could not load.
func status(for url: String, from pipeline: ImagePipeline) async throws -> Int {
    do throws(ImageError) {
        _ = try await pipeline.image(for: url)
        return 200
    } catch {
        switch error {
        case .load(let failure) where failure.status == 404 || failure.status == 410: return 404
        case .load(let failure) where failure.kind == .timedOut: return 504
        case .cancelled: throw error
        default: return 502
        }
    }
}

try await withImagePipeline { pipeline in
    // The same in a closure.
    do throws(ImageError) {
        _ = try await pipeline.image(for: CommandLine.arguments[1])
    } catch {
        print("\(error.stage), status \(error.status ?? 0): \(error.reason)")
    }
    print(try await status(for: CommandLine.arguments[1], from: pipeline))
}
