import Foundation
import WebImage

// The files that are kept of each upload.
let sizes = [("large", PixelSize(1600, 1600)), ("small", PixelSize(160, 160))]

// Nothing of an upload is cached, and limits hold before anything is decoded.
var settings = ImagePipeline.standard
settings.disk = nil
settings.defaults.memoryCaching = .off
settings.defaults.timeout = .seconds(10)
settings.setLimits { $0.decode.maxPixels = 40_000_000 }
let pipeline = settings

/// Checks an uploaded picture and writes its sizes; returns a status of HTTP and a text.
func keep(_ body: ByteBlock, as name: String) async -> (status: Int, text: String) {
    do throws(ImageError) {
        let upload = ImageSource.data(body)
        // The header alone: the format is what the bytes show, whatever their name or type says.
        let info = try await pipeline.info(for: upload)
        guard [.jpeg, .png, .webp].contains(info.format) else {
            return (415, "expected JPEG, PNG or WebP, found \(info.format)")
        }
        var files: [String] = []
        for (suffix, box) in sizes {
            var request = ImageRequest(upload)
            request.targetSize = box
            request.firstFrameOnly = true
            request.allowsTruncatedData = false
            // A stated quality: the file is always encoded anew, without any byte of the upload.
            let made = try await pipeline.file(
                for: request, as: .webp, settings: EncodeSettings(quality: 80))
            files.append("\(name)-\(suffix).webp")
            try made.bytes.write(to: files[files.count - 1])
        }
        return (201, files.joined(separator: " "))
    } catch {
        switch error {
        case .decode(let reason) where reason.kind == .unrecognized: return (415, "no picture")
        case .decode(let reason) where reason.kind == .limit: return (413, "too many pixels")
        case .decode(let reason) where reason.kind == .timedOut: return (503, "busy")
        case .decode: return (422, "a damaged picture")
        default: return (500, error.stage)
        }
    }
}

// The body of a request, here standard input; the name is the program's own, never the client's.
let body = try FileHandle.standardInput.read(upToCount: 20 << 20) ?? Data()
let (status, text) = await keep(ByteBlock(copying: body), as: "upload")
print(status, text)
