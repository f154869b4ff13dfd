extension Bitmap {
    /// Sets ``headroom`` to the brightest light of the pixels, if they are light.
    package mutating func measureHeadroom() {
        guard sampleFormat == .rgbaHalf else { return }
        // Positive halves have the order of integers, and negative ones are below 0.
        var brightest = SIMD4<Int16>.zero
        // Safe because rows of this format are aligned, and have pixels of four halves.
        unsafe withUnsafeRows { rows in
            for y in 0..<size.height {
                let row = unsafe UnsafeRawPointer(rows + y * bytesPerRow)
                    .assumingMemoryBound(to: SIMD4<Int16>.self)
                for x in 0..<size.width {
                    let pixel = unsafe row[x]
                    brightest.replace(with: pixel, where: pixel .> brightest)
                }
            }
        }
        let half = max(brightest.x, brightest.y, brightest.z)
        headroom = Double(HalfFloat.number(UInt16(bitPattern: half)))
    }
}
