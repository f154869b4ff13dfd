/// A search for pictures by their names.
enum NameSearch {
    /// Returns the indices of the pictures whose names have all words of a text, in any case.
    ///
    /// It runs on a separate thread, since a large source takes longer than a frame.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    @concurrent
    static func matches(_ text: String, in source: any PictureSource) async throws -> [Int32] {
        let words = text.split(separator: " ").map { folded(String($0)) }
        var found: [Int32] = []
        for index in 0..<source.count {
            if index % 4096 == 0 { try Task.checkCancellation() }
            let name = folded(source.name(at: index))
            if words.allSatisfy({ contains($0, in: name) }) { found.append(Int32(index)) }
        }
        return found
    }

    /// Returns the bytes of a text in lower case; one of ASCII is not copied as a string first.
    private static func folded(_ text: String) -> [UInt8] {
        var bytes = Array(text.utf8)
        for index in bytes.indices {
            if bytes[index] >= 0x80 { return Array(text.lowercased().utf8) }
            if (0x41...0x5A).contains(bytes[index]) { bytes[index] |= 0x20 }
        }
        return bytes
    }

    private static func contains(_ word: [UInt8], in name: [UInt8]) -> Bool {
        guard word.count <= name.count else { return false }
        return (0...name.count - word.count).contains { start in
            word.indices.allSatisfy { name[start + $0] == word[$0] }
        }
    }
}
