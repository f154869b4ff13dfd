import WebImageCaching
import WebImageCoding
import WebImageRuntime

/// The content of a file, piece by piece, read on threads that may block.
struct FileChunks: AsyncSequence, Sendable {
    private static let chunkByteCount = 256 << 10
    /// Where all bodies from files are read: few, since a disk is no faster for many.
    private static let readers = WorkExecutor(maxThreads: 2)

    let path: String
    /// The file that was promised.
    let expected: FileIdentity

    func makeAsyncIterator() -> Iterator { Iterator(chunks: self) }

    /// Reads on.
    struct Iterator: AsyncIteratorProtocol {
        let chunks: FileChunks
        private var file: OpenedFile?
        private var sentByteCount = 0

        init(chunks: FileChunks) { self.chunks = chunks }

        mutating func next() async throws -> ByteBlock? {
            let (chunks, known, count) = (chunks, file, sentByteCount)
            let (file, block) = try await FileChunks.readers.run {
                () throws(LoadFailure) -> (OpenedFile, ByteBlock) in
                let file = if let known { known } else { try chunks.open() }
                return (file, try file.read(FileChunks.chunkByteCount, after: count))
            }
            self.file = file
            sentByteCount += block.count
            return block.count > 0 ? block : nil
        }
    }

    /// Opens the file; blocks.
    private func open() throws(LoadFailure) -> OpenedFile {
        guard try FileIdentity(path: path).spelling == expected.spelling else {
            throw LoadFailure(.changed, "\(path): the file to send is not the one it was")
        }
        do {
            return OpenedFile(try SourceFile(path))
        } catch {
            throw error
        }
    }
}

/// A file that is read by one task at a time.
final class OpenedFile: Sendable {
    private let file: SourceFile

    init(_ file: consuming SourceFile) { self.file = file }

    /// The next bytes, none at the end; blocks.
    ///
    /// - Throws: ``LoadFailure`` of kind `truncated` where the end comes too early.
    func read(_ limit: Int, after count: Int) throws(LoadFailure) -> ByteBlock {
        do throws(LoadFailure) {
            let block = try file.readNext(min(limit, file.byteCount - count))
            guard block.count > 0 || count == file.byteCount else { throw file.shrunk(to: count) }
            return block
        } catch {
            throw error
        }
    }
}
