#if HTTP
    import NIOCore
    import WebImageCaching
    import WebImageCoding

    extension ByteBlock {
        /// The readable bytes of a buffer: its memory itself if they fill most of it, else a copy.
        ///
        /// A few bytes would keep a whole receive buffer alive, and a sender of few bytes at a time
        /// could make that thousands of times what it sends.
        convenience init(_ buffer: ByteBuffer) {
            let count = buffer.readableBytes
            guard count >= 4096, count >= buffer.storageCapacity / 4 else {
                self.init(copying: buffer.readableBytesView)
                return
            }
            let (bytes, storage) = buffer.withUnsafeReadableBytesWithStorageManagement {
                // Safe because the retained storage keeps the bytes where they are, and a buffer
                // whose storage is shared copies before it writes.
                ($0, $1.retain())
            }
            let owner = BufferStorage(storage: storage)
            self.init(adopting: bytes) { owner.storage.release() }
        }
    }

    // Safe because it is a reference count, which is atomic, and one block releases it once.
    private struct BufferStorage: @unchecked Sendable {
        let storage: Unmanaged<AnyObject>
    }
#endif
