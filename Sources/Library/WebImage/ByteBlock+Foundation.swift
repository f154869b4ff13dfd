public import FoundationEssentials
import WebImageCaching
public import WebImageCoding
public import WebImagePipeline

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension Data {
    /// Creates data with a copy of a block's bytes.
    public init(_ bytes: ByteBlock) {
        self = unsafe bytes.withUnsafeBytes { unsafe Data($0) }
    }
}

extension ByteBlock {
    /// Writes the bytes to the file at `path`, which is replaced atomically; blocks meanwhile.
    ///
    /// ```swift
    /// try await pipeline.encode(thumbnail, as: .webp).write(to: "thumbnail.webp")
    /// ```
    ///
    /// - Throws: `ImageError.store`, if the file cannot be written.
    public func write(to path: String) throws(ImageError) {
        do {
            try writeAtomically(to: path)
        } catch {
            let cause = (error as? CocoaError)?.underlying as? POSIXError
            throw .store(
                DiskError("cannot write", path: path, code: (cause?.code ?? .EIO).rawValue))
        }
    }

    private func writeAtomically(to path: String) throws {
        try unsafe withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress, count > 0 else {
                return try Data().write(to: URL(filePath: path), options: .atomic)
            }
            // Safe because the data is only read, and does not outlive the call.
            let data = unsafe Data(
                bytesNoCopy: UnsafeMutableRawPointer(mutating: base), count: buffer.count,
                deallocator: .none)
            try data.write(to: URL(filePath: path), options: .atomic)
        }
    }
}
