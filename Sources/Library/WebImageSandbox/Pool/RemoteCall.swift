#if Sandbox && os(Linux)
    import CSandbox
    import Glibc
    import WebImageCoding
    import WebImagePixels

    extension DecoderPool {
        /// Lets a worker answer a request, and waits for the result.
        ///
        /// A worker that fails is ended: one that takes too long, breaks the protocol, or works for
        /// a cancelled task.
        ///
        /// - Parameters:
        ///   - bytes: The bytes that the request concerns.
        ///   - bitmap: The pixels after them.
        ///   - divisor: The number that divides the time limit: the request may take one part.
        /// - Throws: The codec's error, or `CodecError.workerEnded`.
        func call(
            _ request: DecodeRequest, _ bytes: UnsafeRawBufferPointer, _ bitmap: Bitmap? = nil,
            timeOver divisor: Int = 1
        ) throws(CodecError) -> DecodeResult {
            let worker: WorkerProcess
            do throws(SandboxError) {
                worker = try take(
                    role(for: request), mark(for: request), bytes, animation: request.animation)
            } catch {
                throw .workerEnded(request.format, .start("\(error)"))
            }
            let allowance = allowances[request.work]
            let time = request.time(within: allowance, animation: worker.animation) / divisor
            do throws(CallFailure) {
                let call = RemoteCall(request, worker, allowance, time: time)
                let result = try call.run(bytes, bitmap)
                give(worker)
                return try result.asCodecResult
            } catch {
                switch error {
                case .codec(let error): throw error
                case .worker(let end):
                    worker.end()
                    throw .workerEnded(request.format, end)
                case .cancelled:
                    worker.end()
                    throw .cancelled
                }
            }
        }
    }

    /// One request to one worker.
    private struct RemoteCall {
        private let request: DecodeRequest
        private let worker: WorkerProcess
        private let allowance: WorkerAllowance
        private let time: Duration
        private let start = ContinuousClock.now
        private let timeBefore: Duration

        /// The interval of checks for cancellation and time, in milliseconds.
        private static let interval: Int32 = 20

        init(
            _ request: DecodeRequest, _ worker: WorkerProcess, _ allowance: WorkerAllowance,
            time: Duration
        ) {
            self.request = request
            self.worker = worker
            self.allowance = allowance
            self.time = time
            timeBefore = worker.processorTime ?? .zero
        }

        /// - Returns: The worker's result, or the codec's error.
        func run(
            _ bytes: UnsafeRawBufferPointer, _ bitmap: Bitmap?
        ) throws(CallFailure) -> Result<DecodeResult, CodecError> {
            var packet = PacketWriter()
            var descriptors: [Int32] = []
            do throws(SandboxError) {
                if let memory = try input(bytes, bitmap) {
                    packet.write(count: memory.count)
                    descriptors = [memory.descriptor]
                } else {
                    packet.write(count: 0)
                }
                try worker.limit(
                    time: time, memory: memory, copiesInput: request.work != .header)
            } catch {
                throw .worker(.start("\(error)"))
            }
            request.write(to: &packet)
            guard worker.send(packet, with: descriptors) else { throw .worker(endOfWorker) }
            return try answer()
        }

        /// The bytes of private memory that the worker may have; an animation that is open stays in
        /// them.
        private var memory: Int {
            worker.animation == 0 ? allowance.memory : max(allowance.memory, worker.memory)
        }

        /// Puts the bytes into the input memory, unless the worker has them.
        private func input(
            _ bytes: UnsafeRawBufferPointer, _ bitmap: Bitmap?
        ) throws(SandboxError) -> (descriptor: Int32, count: Int)? {
            let isOpen = request.animation != 0 && request.animation == worker.animation
            guard !isOpen, bitmap != nil || !worker.has(bytes) else { return nil }
            return try worker.fill(bytes, bitmap)
        }

        private func answer() throws(CallFailure) -> Result<DecodeResult, CodecError> {
            var enlarged = false
            while true {
                var packet = try wait()
                do throws(PacketError) {
                    switch try packet.readCase(Message.Status.self) {
                    case .result:
                        let result = try DecodeResult(of: request, from: &packet, blocks)
                        worker.animation = result.opens(request, besides: worker.animation)
                        return .success(result)
                    case .error:
                        worker.animation = 0
                        return .failure(try CodecError(from: &packet))
                    case .needsMemory:
                        guard !enlarged else { throw PacketError("memory is asked for twice") }
                        enlarged = true
                        let count = try packet.readCount("bytes of a result")
                        if count <= allowance.sharedMemory {
                            try enlargeOutput(to: count)
                            continue
                        }
                    }
                } catch {
                    throw .worker(.answer(error.what))
                }
                throw .worker(.memory)
            }
        }

        /// The data after an answer; the canvas of an open animation may lie there.
        private var blocks: ReceivedBlocks {
            ReceivedBlocks(
                in: worker.output,
                areReleased: request.operation == .decode && worker.animation == 0)
        }

        private func enlargeOutput(to count: Int) throws(PacketError) {
            guard let descriptor = try? worker.enlargeOutput(count) else {
                throw PacketError("a result of \(count) bytes, for which no memory is left")
            }
            var packet = PacketWriter()
            packet.write(count: count)
            // If the worker has ended, the next wait reports how.
            _ = worker.send(packet, with: [descriptor])
        }

        /// Waits for a packet within the limits of the time.
        private func wait() throws(CallFailure) -> PacketReader {
            while true {
                do throws(ChannelError) {
                    return try worker.receive(timeout: Self.interval)
                } catch {
                    guard error.isTimeout else {
                        throw .worker(
                            error.isEnd
                                ? endOfWorker
                                : error.isTooLong
                                    ? .answer("a packet is too long")
                                    : .start("receiving failed: \(words(of: error.errno))"))
                    }
                }
                if Task.isCancelled { throw .cancelled }
                if let used = worker.processorTime, used - timeBefore > time {
                    throw .worker(.time(time))
                }
                if start.duration(to: .now) > time * 2 { throw .worker(.wait(time * 2)) }
                if worker.hasTooManyThreads { throw .worker(.violation) }
            }
        }

        /// The reason why the worker ended.
        private var endOfWorker: WorkerEnd {
            // The socket of a process that ends is closed first.
            guard let end = worker.end(patience: 20) else {
                return .start("the starter has ended")
            }
            let hadMuch = end.peakMemory > UInt64(clamping: allowance.memory / 2)
            switch end.signal {
            case SIGKILL where end.wasKilled: return .answer("it closed the channel")
            case SIGSYS: return .violation
            case SIGXCPU: return .time(time)
            case SIGKILL: return .memory
            case 1... where hadMuch: return .memory
            case 1...: return .signal(end.signal)
            case _ where end.status == WorkerStatus.noMemory: return .memory
            default: return .answer("it ended with status \(end.status)")
            }
        }
    }

    /// The reason that a call has no result.
    private enum CallFailure: Error {
        case codec(CodecError)
        case worker(WorkerEnd)
        case cancelled
    }

    extension Result<DecodeResult, CodecError> {
        fileprivate var asCodecResult: DecodeResult {
            get throws(CallFailure) {
                switch self {
                case .success(let result): return result
                case .failure(let error): throw .codec(error)
                }
            }
        }
    }

    extension DecodeRequest {
        /// Returns the processor time that the request may take.
        ///
        /// A worker that has to open an animation again decodes all frames before the one that is
        /// asked for; as long as twelve may take.
        ///
        /// - Parameter animation: The animation that the worker has open.
        fileprivate func time(
            within allowance: WorkerAllowance, animation: UInt64
        ) -> Duration {
            let limit = options.limits.maxTime ?? .seconds(5)
            let bounded = min(max(limit, .milliseconds(1)), allowance.time)
            let reopens = operation == .frame && animation != self.animation
            return reopens ? bounded * min(frame + 1, 12) : bounded
        }
    }

    extension DecodeResult {
        /// Returns the animation that a worker has open after this result.
        fileprivate func opens(_ request: DecodeRequest, besides before: UInt64) -> UInt64 {
            switch self {
            case .frames(nil), .picture: 0
            case .frames, .frame: request.animation
            default: before
            }
        }
    }

    /// The exit statuses of a worker that have a meaning.
    enum WorkerStatus {
        /// There was no memory for a result.
        static let noMemory: Int32 = 4
    }
#endif
