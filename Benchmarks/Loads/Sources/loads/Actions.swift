import AsyncHTTPClient
import Foundation
import NIOCore
import WebImage
import WebImageHTTP

/// A measurement of `count` loads, `width` at once, of a URL or a file.
typealias Action = @Sendable (_ count: Int, _ width: Int, _ subject: String) async throws -> Void

let actions: [String: Action] = [
    "bare": { count, width, url in
        let client = HTTPClient(eventLoopGroupProvider: .singleton)
        try await inParallel(count, width) { index in
            let request = HTTPClientRequest(url: "\(url)?\(index)")
            let response = try await client.execute(request, deadline: .distantFuture)
            for try await buffer in response.body { _ = buffer.readableBytes }
        }
        try await client.shutdown()
    },
    "transport": { count, width, url in
        let transport = CurlTransport()
        try await withTaskExecutorPreference(transport.executor(for: url)) {
            try await inParallel(count, width) { index in
                let response = try await transport.exchange(HTTPExchange(url: "\(url)?\(index)"))
                for try await block in response.chunks { _ = block.count }
            }
        }
        await transport.shutdown()
    },
    "bytes": { count, width, url in
        try await withImagePipeline(disk: nil) { pipeline in
            try await inParallel(count, width) { index in
                _ = try await pipeline.data(for: ImageRequest("\(url)?\(index)"))
            }
        }
    },
    "thumbs": { count, width, url in
        try await withImagePipeline(disk: nil) { pipeline in
            try await inParallel(count, width) { index in
                var request = ImageRequest("\(url)?\(index)")
                request.targetSize = PixelSize(width: 256, height: 0)
                _ = try await pipeline.image(for: request)
            }
        }
    },
    "full": { count, width, url in
        // Nothing is cached, so that the peak is that of the loads.
        let transport = ImagePipeline.makeTransport()
        let pipeline = ImagePipeline(
            transport: transport, memory: MemoryCache(maxBytes: 0, findsReleased: false), disk: nil)
        try await inParallel(count, width) { index in
            _ = try await pipeline.image(for: ImageRequest("\(url)?\(index)"))
        }
        await transport?.shutdown()
    },
    "decode": { count, width, path in
        let bytes = ByteBlock(copying: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
        let decoder = try CodecList.installed.decoder(for: .jpeg)
        let downsampling = Downsampling(box: PixelSize(width: 256, height: 0))
        let options = DecodeOptions(downsampling: downsampling)
        try await inParallel(count, width) { _ in
            let bitmap = try bytes.withSpan { span in
                try decoder.decode(span, options: options).bitmap
            }
            _ = bitmap.resampled(to: downsampling.scaledSize(of: bitmap.size))
        }
    },
]

/// Runs `work` `count` times on `width` tasks.
func inParallel(
    _ count: Int, _ width: Int, _ work: @escaping @Sendable (Int) async throws -> Void
) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for first in 0..<width {
            group.addTask {
                for index in stride(from: first, to: count, by: width) { try await work(index) }
            }
        }
        try await group.waitForAll()
    }
}
