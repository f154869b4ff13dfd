#if HTTP
    import NIOCore
    import WebImageCaching
    import WebImageCoding

    extension ByteBlock {
        /// Creates a block of the readable bytes: without a copy if they fill most of the buffer's
        /// memory.
        ///
        /// A few bytes would retain a whole receive buffer, so a sender of small pieces could
        /// occupy thousands of times their memory.
        convenience init(_ buffer: ByteBuffer) {
            let count = buffer.readableBytes
            guard count >= 4096, count >= buffer.storageCapacity / 4 else {
                self.init(copying: buffer.readableBytesView)
                return
            }
            let (bytes, storage) = buffer.withUnsafeReadableBytesWithStorageManagement {
                // Safe because the retained storage keeps the bytes at their address, and a buffer
                // with shared storage copies it before writing.
                ($0, $1.retain())
            }
            let owner = BufferStorage(storage: storage)
            self.init(adopting: bytes) { owner.storage.release() }
        }
    }

    // Safe because reference counts are atomic, and one block releases this one once.
    private struct BufferStorage: @unchecked Sendable {
        let storage: Unmanaged<AnyObject>
    }
#endif
