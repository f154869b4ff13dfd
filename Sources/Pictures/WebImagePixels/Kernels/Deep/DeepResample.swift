import CWebImageKernels

extension Bitmap {
    /// Returns a part of this deep bitmap in fractions of a pixel, scaled to another size.
    func deepResampled(
        to size: PixelSize, columns: AxisSpan, rows: AxisSpan, filter: ResampleFilter
    ) -> Bitmap {
        deepResampled(
            from: self.size,
            DeepWeights(
                source: self.size.width, target: size.width, filter: filter, part: columns),
            DeepWeights(
                source: self.size.height, target: size.height, filter: filter, part: rows))
    }

    /// Returns what weights make of this deep bitmap.
    ///
    /// Rows are narrowed first, unless too many narrow rows would be stored: if a picture becomes
    /// flat and wide.
    func deepResampled(
        from source: PixelSize, _ horizontal: DeepWeights, _ vertical: DeepWeights
    ) -> Bitmap {
        let (kept, overflow) = (vertical.longest + 1)
            .multipliedReportingOverflow(by: horizontal.spans.count * 16)
        guard !overflow, kept <= max(8 << 20, 800 * max(source.width, source.height)) else {
            return deepFlattened(horizontal, vertical)
        }
        var scaler = DeepRowScaler(
            from: source, as: sampleFormat, horizontal: horizontal, vertical: vertical)
        scaler.describe(as: self)
        let stride = bytesPerRow / 2
        // Safe because every row has `width` pixels.
        unsafe withDeepRows { rows in
            for y in 0..<source.height {
                if KernelCancellation.stops(at: y) { return }
                unsafe scaler.append(rows + y * stride)
            }
        }
        return scaler.result
    }

    /// Returns the same, with rows summed before they are narrowed or widened: each row is read for
    /// each span that it belongs to, and none is stored.
    private func deepFlattened(_ horizontal: DeepWeights, _ vertical: DeepWeights) -> Bitmap {
        let size = PixelSize(width: horizontal.spans.count, height: vertical.spans.count)
        var result = alike(size)
        let (targetStride, fourth, format) = (result.bytesPerRow / 2, fourthSample, sampleFormat)
        let sum = UnsafeMutablePointer<Float>.allocate(capacity: self.size.width * 4)
        let row = UnsafeMutablePointer<Float>.allocate(capacity: self.size.width * 4)
        let made = UnsafeMutablePointer<Float>.allocate(capacity: size.width * 4)
        defer {
            unsafe sum.deallocate()
            unsafe row.deallocate()
            unsafe made.deallocate()
        }
        // Safe because all have room for the pixels of their rows, and spans are inside of them.
        unsafe result.withMutableDeepRows { target in
            for (y, span) in vertical.spans.enumerated() {
                guard unsafe deepSum(span, vertical.weights, into: sum, row) else { return }
                unsafe horizontal.weights.withUnsafeBufferPointer { weights in
                    unsafe horizontal.spans.withUnsafeBufferPointer { spans in
                        guard let shares = weights.baseAddress, let first = spans.baseAddress
                        else { return }
                        unsafe cwik_deep_weigh(sum, shares, first, spans.count, made)
                    }
                }
                unsafe format.store(
                    made, into: target + y * targetStride, count: size.width, fourth)
            }
        }
        return result
    }

    /// Sums weighted rows of this deep bitmap; returns `false` if the kernel is to stop.
    ///
    /// - Parameter row: Room for one row.
    private func deepSum(
        _ span: CWIKSpan, _ weights: [Float], into sum: UnsafeMutablePointer<Float>,
        _ row: UnsafeMutablePointer<Float>
    ) -> Bool {
        let (stride, width) = (bytesPerRow / 2, size.width)
        unsafe sum.update(repeating: 0, count: width * 4)
        // Safe because both rows have room for the pixels of a row, and the span is inside.
        return unsafe withDeepRows { source in
            for index in 0..<span.count {
                if KernelCancellation.stops(at: index) { return false }
                unsafe sampleFormat.load(
                    source + (span.first + index) * stride, into: row, count: width,
                    fourthSample)
                let weight = weights[span.offset + index]
                for at in 0..<width * 4 { unsafe sum[at] += row[at] * weight }
            }
            return true
        }
    }
}
