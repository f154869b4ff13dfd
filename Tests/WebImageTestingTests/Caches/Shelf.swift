import Foundation
import Synchronization
import WebImageCaching
import WebImageCoding
import WebImagePipeline
import WebImageRuntime

/// The entries shared by the caches of one path.
final class Shelf: Sendable {
    struct Entry: Sendable {
        var head: EntryHead
        var bytes: ByteBlock
        var order = 0
        /// The expiry at the time of the store.
        var firstExpiry = Date.distantFuture
        /// Memory that a flawed cache overwrites.
        var memory: Scratch?
    }

    struct State: Sendable {
        var entries: [String: Entry] = [:]
        var lastOrder = 0
        var readCount = 0
    }

    let state = Mutex(State())

    /// The paths of a test's caches.
    final class Places: Sendable {
        private let shelves = Mutex<[String: Shelf]>([:])

        func shelf(_ place: String) -> Shelf {
            shelves.withLock { shelves in
                let shelf = shelves[place] ?? Shelf()
                shelves[place] = shelf
                return shelf
            }
        }
    }
}

/// Memory that can change while a block refers to it.
// Safe because only tests of one thread look at the bytes while they change.
final class Scratch: @unchecked Sendable {
    private let buffer: UnsafeMutableRawBufferPointer

    init(_ block: ByteBlock) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(block.count, 1), alignment: 16)
        block.withUnsafeBytes { buffer.copyMemory(from: $0) }
        self.buffer = buffer
    }

    deinit { buffer.deallocate() }

    /// Returns a block of the first `count` bytes.
    func block(_ count: Int) -> ByteBlock {
        ByteBlock(adopting: UnsafeRawBufferPointer(rebasing: buffer[..<count])) {
            withExtendedLifetime(self) {}
        }
    }

    func erase() { for place in buffer.indices { buffer[place] = 0 } }
}
