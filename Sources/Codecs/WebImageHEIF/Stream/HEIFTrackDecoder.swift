#if HEIF
    import CHEIFShim
    import WebImageCoding

    /// A decoder of the pictures of a track, which keeps its place.
    ///
    /// Used by one task at a time, within the calls that lend the bytes.
    final class HEIFTrackDecoder {
        private let track: HEIFTrack
        private let parameters: UnsafeMutableBufferPointer<UInt8>
        private let bytes: UnsafeRawBufferPointer
        private var handle: OpaquePointer?
        /// The index of the current picture; -1 before the first.
        private var index = -1
        /// `true` if planes are filled with the second values before they are decoded.
        private var isSecondFill = false
        /// The next sample to decode.
        private var next = 0
        /// The error of a sample, and the index of its picture; earlier pictures are returned
        /// first.
        private var failure: (index: Int, error: CodecError)?

        /// - Parameter bytes: The file, which stays valid as long as this object.
        init(_ track: HEIFTrack, of bytes: UnsafeRawBufferPointer) {
            self.track = track
            self.bytes = bytes
            parameters = .allocate(capacity: track.parameters.count)
            _ = parameters.initialize(from: track.parameters)
        }

        deinit {
            close()
            parameters.deallocate()
        }

        /// The decoder, whose current picture is the last ``advance(to:)``'s.
        var sequence: OpaquePointer? { handle }

        /// Decodes the picture at `target`; going forward decodes every picture once.
        ///
        /// - Throws: `CodecError` if a picture is damaged, or the task is cancelled.
        func advance(to target: Int) throws(CodecError) {
            if target == index, handle != nil { return }
            do throws(CodecError) {
                if target < index || handle == nil { try open(for: target) }
                while index < target {
                    try step()
                    try confirm()
                }
                guard index == target else {
                    throw failure?.error
                        ?? .damaged(.heic, "frame \(target) of the sequence is missing")
                }
            } catch {
                close()
                throw error
            }
        }

        /// Decodes a picture again over other values if it seems incomplete, and compares: samples
        /// of a missing slice differ.
        private func confirm() throws(CodecError) {
            guard let handle, cheif_sequence_is_doubtful(handle) else { return }
            let (place, digest) = (index, cheif_sequence_digest(handle))
            isSecondFill.toggle()
            try open(for: place)
            while index < place { try step() }
            guard let again = self.handle, index == place, cheif_sequence_digest(again) == digest
            else { throw .damaged(.heic, "part of frame \(place) of the sequence is missing") }
        }

        private func close() {
            if let handle { cheif_sequence_close(handle) }
            (handle, index, next, failure) = (nil, -1, 0, nil)
        }

        /// Begins at the last sample from which the picture can be decoded.
        private func open(for target: Int) throws(CodecError) {
            close()
            let (area, memory) = (UInt64(track.codedArea), UInt64(track.pictureBytes))
            guard let opened = cheif_sequence_open(area, memory, isSecondFill) else {
                throw .limit("libde265 ran out of memory")
            }
            handle = opened
            next = track.samples.samples.lastIndex { $0.isSync && $0.index <= target } ?? 0
            if let start = parameters.baseAddress, parameters.count > 0 {
                let error = cheif_sequence_push(
                    opened, start, parameters.count, UInt32(track.lengthSize), -1)
                if let failure = CodecError(error, "the parameters of the track") { throw failure }
            }
        }

        /// Decodes up to the next picture.
        ///
        /// - Throws: The error of a sample once no earlier picture is left.
        private func step() throws(CodecError) {
            guard let handle else { return }
            let samples = track.samples.samples
            while true {
                if Task.isCancelled { throw .cancelled }
                var (found, hasMore): (Int64, Bool) = (-1, false)
                let isEnd = next == samples.count || failure != nil
                let error = cheif_sequence_next(handle, isEnd, &found, &hasMore)
                if let error = CodecError(error, "a frame of the sequence") {
                    // Parameters are decoded with the first sample.
                    failure = (samples[max(next - 1, 0)].index, error)
                    // A picture that is released by the same call is complete.
                    if found < 0 { continue }
                }
                if found >= 0 {
                    if let failure, found >= failure.index { throw failure.error }
                    index = Int(found)
                    return
                }
                if hasMore { continue }
                if let failure { throw failure.error }
                guard next < samples.count else {
                    throw .damaged(.heic, "the sequence has fewer pictures than samples")
                }
                push(samples[next], to: handle)
            }
        }

        private func push(_ sample: HEIFSamples.Sample, to handle: OpaquePointer) {
            next += 1
            let data = UnsafeRawBufferPointer(rebasing: bytes[sample.range])
            guard let start = data.bindMemory(to: UInt8.self).baseAddress else { return }
            let error = cheif_sequence_push(
                handle, start, data.count, UInt32(track.lengthSize), Int64(sample.index))
            failure = CodecError(error, "a frame of the sequence").map { (sample.index, $0) }
        }
    }
#endif
