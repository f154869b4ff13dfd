import WebImageCaching
import WebImageCoding
import WebImageComparison
import WebImagePixels

/// The test of a decoder with one sample.
struct DecoderTrial {
    let decoder: any ImageDecoder
    let sample: CodecSample

    func violations() -> [CodecViolation] {
        do throws(CodecError) {
            let output = try decode(sample.image.bytes)
            var found = problems(with: output)
            // A drawing may be made smaller instead.
            if !output.metadata.isVector { found += limitProblems(output.metadata.size) }
            found += scaleProblems(output)
            found += demandProblems(output)
            found += depthProblems(output)
            damage()
            cut()
            return found.compactMap(\.self)
        } catch {
            return [violation("decode", "a valid image is refused: \(error)")]
        }
    }

    /// Returns a violation unless a decode in a cancelled task throws `cancelled`.
    func cancellationViolations() async -> [CodecViolation] {
        let (decoder, bytes) = (decoder, sample.image.bytes)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            do throws(CodecError) {
                _ = try bytes.withSpan { span throws(CodecError) in
                    try decoder.decode(span, options: DecodeOptions())
                }
                return "it was decoded"
            } catch {
                return error == .cancelled ? "" : "\(error)"
            }
        }
        let found = await task.value
        return found.isEmpty ? [] : [violation("cancellation", "in a cancelled task: \(found)")]
    }

    func decode(
        _ bytes: ByteBlock, _ options: DecodeOptions = DecodeOptions()
    ) throws(CodecError) -> DecodeOutput {
        try bytes.withSpan { span throws(CodecError) in try decoder.decode(span, options: options) }
    }

    private func problems(with output: DecodeOutput) -> [CodecViolation?] {
        let metadata: ImageMetadata
        do throws(CodecError) {
            metadata = try sample.image.bytes.withSpan { span throws(CodecError) in
                try decoder.metadata(of: span, limits: DecodeLimits())
            }
        } catch {
            return [violation("metadata", "the header is refused: \(error)")]
        }
        let again = try? decode(sample.image.bytes)
        let stored = metadata.orientation.upright(metadata.size)
        return [
            output.bitmap.pixelProblem.map { violation("pixels", $0) },
            check(
                metadata == output.metadata, "metadata",
                "decode returns different metadata: "
                    + "\(output.metadata), not \(metadata)"),
            check(
                output.bitmap.size == stored, "size",
                "pixels of \(output.bitmap.size), the "
                    + "header says \(stored)"),
            check(
                again.map { $0.bitmap == output.bitmap } == true, "repetition",
                "a second decode returns different pixels"),
            check(
                (output.color == .sRGB) == (output.bitmap.colorSpace == .sRGB)
                    || output.bitmap.colorSpace == .cmyk,
                "colour", "colour space \(output.bitmap.colorSpace) does not fit the profile"),
        ]
    }

    /// Returns a violation unless a limit one below the picture's size is enforced.
    private func limitProblems(_ size: PixelSize) -> [CodecViolation?] {
        let limits = DecodeLimits(maxPixels: size.area - 1)
        return [
            check(
                isLimit { () throws(CodecError) in
                    _ = try decode(sample.image.bytes, DecodeOptions(limits: limits))
                }, "limits", "decoded with more pixels than maxPixels"),
            check(
                isLimit { () throws(CodecError) in
                    _ = try sample.image.bytes.withSpan { span throws(CodecError) in
                        try decoder.metadata(of: span, limits: limits)
                    }
                }, "limits", "metadata read with more pixels than maxPixels"),
        ]
    }

    private func isLimit(_ body: () throws(CodecError) -> Void) -> Bool {
        do throws(CodecError) {
            try body()
            return false
        } catch {
            if case .limit = error { return true }
            return false
        }
    }

    /// Returns a violation unless a reduced picture is large enough and like the scaled original.
    private func scaleProblems(_ full: DecodeOutput) -> [CodecViolation?] {
        let (size, stored) = (full.metadata.size, full.bitmap.size)
        var found: [CodecViolation?] = []
        for divisor in [2, 3, 7] where min(size.width, size.height) >= 8 * divisor {
            let box = PixelSize(width: size.width / divisor, height: size.height / divisor)
            let downsampling = Downsampling(box: box)
            let wanted = full.metadata.orientation.upright(
                downsampling.scaledSize(of: size, isVector: full.metadata.isVector))
            guard
                let scaled = try? decode(
                    sample.image.bytes, DecodeOptions(downsampling: downsampling)
                ).bitmap
            else {
                found.append(violation("scale", "refused at 1/\(divisor)"))
                continue
            }
            let isBetween =
                scaled.size.width >= wanted.width && scaled.size.height >= wanted.height
                && scaled.size.width <= stored.width && scaled.size.height <= stored.height
            found.append(
                check(isBetween, "scale", "\(scaled.size) at 1/\(divisor), asked for \(wanted)"))
            guard isBetween, scaled.size != stored, !full.metadata.isVector else { continue }
            let seen = ImageComparison(
                scaled.resampled(to: wanted), full.bitmap.resampled(to: wanted))
            found.append(
                check(
                    seen.ssim >= 0.98 && seen.mean <= 2, "scale",
                    "at 1/\(divisor) SSIM \(seen.ssim), mean difference \(seen.mean)"))
        }
        return found
    }

    /// Returns a violation if the memory demand is too low.
    private func demandProblems(_ output: DecodeOutput) -> [CodecViolation?] {
        let demand = sample.image.bytes.withSpan { span in
            decoder.memoryDemand(of: span, options: DecodeOptions())
        }
        guard let demand else { return [violation("memory", "the memory demand is unknown")] }
        let size = output.metadata.size
        return [
            check(
                demand.size == size || demand.turns && demand.size == size.transposed, "memory",
                "the memory demand is for \(demand.size), the image is \(size)"),
            check(
                demand.byteCount >= output.bitmap.size.area * 4, "memory",
                "\(demand.byteCount) bytes for a bitmap of \(output.bitmap.size)"),
        ]
    }

    /// Returns violations unless deep pixels come only if they are asked for, show what those of 8
    /// bits do, and are announced.
    private func depthProblems(_ output: DecodeOutput) -> [CodecViolation?] {
        var options = DecodeOptions()
        options.pixelDepth = .asStored
        guard output.bitmap.sampleFormat == .bgra8 else {
            return [violation("depth", "deep pixels that were not asked for")]
        }
        guard let deep = try? decode(sample.image.bytes, options) else {
            return [violation("depth", "refused as stored")]
        }
        guard deep.bitmap.sampleFormat != .bgra8 else { return [] }
        let demand = sample.image.bytes.withSpan { decoder.memoryDemand(of: $0, options: options) }
        let seen = ImageComparison(deep.bitmap, output.bitmap)
        return [
            check(
                demand?.sampleFormat == deep.bitmap.sampleFormat, "depth",
                "the memory demand does not announce deep pixels"),
            check(deep.metadata == output.metadata, "depth", "as stored the metadata differ"),
            check(
                deep.color != output.color || seen.ssim >= 0.98 && seen.mean <= 2, "depth",
                "as stored SSIM \(seen.ssim), mean difference \(seen.mean)"),
        ]
    }

    /// Decodes truncated bytes: any result or error is correct, a trap is not.
    private func cut() {
        let bytes = sample.image.bytes
        for length in SampleDamage.lengths(of: bytes.count) {
            attempt(bytes.prefix(length))
        }
    }

    /// Decodes damaged bytes: any result or error is correct, a trap is not.
    private func damage() {
        for bytes in SampleDamage.damaged(sample.image.bytes) { attempt(bytes) }
    }

    private func attempt(_ bytes: ByteBlock) {
        let limits = DecodeLimits(maxPixels: 4_000_000, maxBytes: 64 << 20, maxFrames: 1000)
        _ = try? decode(bytes, DecodeOptions(limits: limits))
        bytes.withSpan { span in
            _ = try? decoder.metadata(of: span, limits: limits)
            _ = decoder.color(of: span)
            _ = decoder.memoryDemand(of: span, options: DecodeOptions(limits: limits))
        }
    }

    private func check(
        _ holds: Bool, _ name: String, _ reason: @autoclosure () -> String
    ) -> CodecViolation? {
        holds ? nil : violation(name, reason())
    }

    private func violation(_ check: String, _ reason: String) -> CodecViolation {
        CodecViolation(check: check, sample: sample.name, reason: reason)
    }
}
