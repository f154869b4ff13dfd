#if HTTP && os(Linux)
    import CCurlShim
    import Synchronization
    import WebImageCaching
    import WebImageCoding
    import WebImageLoading

    /// One exchange: a request that goes out and a response that comes in on the thread of
    /// connections.
    // Safe because all that changes is locked, atomic, or used on the thread only once it has
    // begun.
    final class CurlTransfer: @unchecked Sendable {
        private let request: CurlRequest
        private let limits: LoadLimits
        private let cache: ConnectionCache
        private let upload: Upload?
        private let response = ResponseQueue()
        /// The time of the last byte in either direction, for the reader, too.
        private let progress = Atomic<UInt64>(0)

        // The thread's own.
        private(set) var handle: CurlHandle?
        private var reading: HeadReader
        private var sentCount = 0
        private var receivedCount = 0
        private var isRepeated = false
        /// `true` once there is a connection.
        private var isConnected = false
        /// `true` if libcurl keeps bytes back.
        private var isPaused = false {
            didSet {
                guard isPaused != oldValue else { return }
                CurlLoop.shared?.floods.notePause(isPaused)
            }
        }
        /// `true` unless the connection is known to be no HTTP/2.
        private var isMultiplexed: Bool
        /// The failure that ended the transfer from inside of a callback.
        private var failure: LoadFailure?
        /// The digest of the server's key, if it is compared with pins.
        private var serverKey: String?
        /// The progress, from which failures are made.
        private var context: FailureContext

        init(_ request: CurlRequest, _ context: FailureContext, over cache: ConnectionCache) {
            self.request = request
            self.context = context
            self.cache = cache
            limits = context.limits
            upload = request.body.map(Upload.init)
            isMultiplexed = request.url.hasPrefix("https:")
            reading = HeadReader(
                mostBytes: limits.networkPolicy?.maxHeaderBytes ?? HeadReader.mostBytes)
        }

        // MARK: The task

        func begin() {
            cache.perform { $0.start(self) }
            upload?.begin(for: self)
        }

        /// Returns the next part of the response; nil at its end.
        ///
        /// - Throws: `LoadFailure`, `CancellationError`, the error of the request's body.
        @concurrent func next() async throws -> ResponseQueue.Part? {
            progress.store(monotonicTime(), ordering: .relaxed)
            return try await withTaskCancellationHandler {
                let part = try await response.next()
                if response.resumes() { cache.perform { $0.resume(self) } }
                return part
            } onCancel: {
                abandon()
            }
        }

        /// Lets libcurl ask for bytes of the request's body again.
        func resume() { cache.perform { $0.resume(self) } }

        /// Ends the transfer, and closes its connection unless all bytes have come.
        func abandon() { end(with: CancellationError()) }

        /// Ends the transfer from any thread, unless it has ended.
        func end(with error: any Error) {
            if settle(.failure(error)) { cache.perform { $0.stop(self) } }
        }

        /// Passes the end on to all that wait for it; returns `false` if there was an end before.
        @discardableResult
        private func settle(_ end: Result<Void, any Error>) -> Bool {
            guard response.end(end) else { return false }
            upload?.cancel()
            return true
        }

        // MARK: The thread

        /// `false` if it has ended before it began.
        var isWanted: Bool { !response.hasEnded }

        /// Makes libcurl's handle; nil if that refuses the request, which ends the transfer.
        func makeHandle() -> CurlHandle? {
            let handle = CurlHandle()
            if let handle {
                request.configure(handle, isFresh: isRepeated)
                handle.check(setCallbacks(handle))
            }
            guard let handle, handle.code == CURLE_OK else {
                settle(
                    .failure(context.failure(of: CurlError(handle?.code ?? CURLE_OUT_OF_MEMORY))))
                return nil
            }
            self.handle = handle
            (sentCount, isConnected) = (0, false)
            progress.store(monotonicTime(), ordering: .relaxed)
            upload?.rewind()
            return handle
        }

        func freeHandle() { (handle, isPaused) = (nil, false) }

        /// Ends it since there are no connections any longer.
        func refuse() {
            settle(.failure(context.failure(.other, "the transport was shut down")))
        }

        /// Returns the bits of the directions that still pause.
        func resumed() -> Int32 {
            isPaused = response.isPaused
            return (isPaused ? CURLPAUSE_RECV : 0)
                | (upload?.isPaused == true ? CURLPAUSE_SEND : 0)
        }

        /// Passes the outcome on.
        ///
        /// - Parameter wasCut: `true` if the connection was cut, which may look like the end of a
        ///   body.
        /// - Returns: `true` if it is to begin again.
        func finish(_ result: CURLcode, wasCut: Bool) -> Bool {
            let code =
                result == CURLE_OK && wasCut && context.expected == nil
                ? CURLE_HTTP2_STREAM : result
            if code == CURLE_OK {
                settle(reading.isComplete ? .success(()) : .failure(context.truncated(after: 0)))
                return false
            }
            guard failure == nil, let handle else {
                settle(.failure(failure ?? context.failure(of: CurlError(code))))
                return false
            }
            var error = CurlError(code, of: handle)
            (error.serverKey, error.certificate) = (serverKey, request.connection.certificate)
            // A server may close a kept connection at the moment it is used (RFC 9110, section
            // 9.2.2).
            let wasKept = handle.number(CURLINFO_NUM_CONNECTS) == 0 && !reading.hasBegun
            if wasKept, error.isBroken, request.isRepeatable, !isRepeated, isWanted {
                isRepeated = true
                return true
            }
            settle(.failure(context.failure(of: error, after: receivedCount)))
            return false
        }

        // MARK: Callbacks

        private func setCallbacks(_ handle: CurlHandle) -> CURLcode {
            let user = Unmanaged.passUnretained(self).toOpaque()
            if request.connection.pins != nil {
                handle.check(
                    ccurl_set_debug(
                        handle.easy,
                        { _, kind, text, count, user in
                            guard kind == CURLINFO_TEXT, let text else { return 0 }
                            let bytes = UnsafeRawBufferPointer(start: text, count: count)
                            CurlTransfer.from(user).hear(String(decoding: bytes, as: UTF8.self))
                            return 0
                        }, user))
            }
            return ccurl_set_callbacks(
                handle.easy,
                { line, _, count, user in
                    let bytes = UnsafeRawBufferPointer(start: line, count: count)
                    return CurlTransfer.from(user).receive(line: bytes)
                        ? count : Int(CURL_WRITEFUNC_ERROR)
                },
                { bytes, _, count, user in
                    CurlTransfer.from(user).receive(
                        UnsafeRawBufferPointer(start: bytes, count: count))
                },
                { buffer, size, count, user in
                    let room = UnsafeMutableRawBufferPointer(start: buffer, count: size * count)
                    return CurlTransfer.from(user).upload?.take(into: room) ?? 0
                },
                { user, _, address in CurlTransfer.from(user).open(address) },
                { user, _, _, _, _ in
                    CurlTransfer.from(user).connected()
                    return CURL_PREREQFUNC_OK
                }, user)
        }

        /// Returns the transfer that libcurl was given with its callbacks.
        private static func from(_ user: UnsafeMutableRawPointer?) -> CurlTransfer {
            Unmanaged<CurlTransfer>.fromOpaque(user.unsafelyUnwrapped).takeUnretainedValue()
        }

        private func hear(_ text: String) {
            guard let mark = text.firstRange(of: "public key hash: ") else { return }
            serverKey = String(text[mark.upperBound...].prefix { !$0.isWhitespace })
        }

        private func connected() {
            isConnected = true
            progress.store(monotonicTime(), ordering: .relaxed)
            CurlLoop.shared?.check(from: min(deadline, monotonicTime() + 250_000_000))
        }

        private func open(_ place: UnsafeMutablePointer<curl_sockaddr>?) -> curl_socket_t {
            do throws(LoadFailure) {
                return try CurlHandle.openSocket(place, request.connection.policy, context.host)
            } catch {
                failure = error
                return CURL_SOCKET_BAD
            }
        }

        private func receive(line: UnsafeRawBufferPointer) -> Bool {
            do throws(HeadReader.Refusal) {
                guard try reading.read(line), let handle else { return true }
                let status = handle.number(CURLINFO_RESPONSE_CODE)
                guard let headers = try reading.finish(status: status) else { return true }
                let head = ResponseHead(url: context.url, status: status, headers: headers)
                progress.store(monotonicTime(), ordering: .relaxed)
                CurlLoop.shared?.floods.noteDelivery()
                context.take(head, answering: request.method)
                isMultiplexed = handle.number(CURLINFO_HTTP_VERSION) == CURL_HTTP_VERSION_2_0
                response.add(.head(head, timings: handle.timings))
                return true
            } catch {
                failure = context.failure(error.kind, error.reason)
                return false
            }
        }

        private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
            guard reading.isComplete else {
                failure = context.failure(.malformed, "the response is not HTTP (head)")
                return Int(CURL_WRITEFUNC_ERROR)
            }
            if response.hasEnded { return Int(CURL_WRITEFUNC_ERROR) }
            CurlLoop.shared?.floods.noteDelivery()
            isPaused = !response.hasRoom()
            if isPaused { return Int(CURL_WRITEFUNC_PAUSE) }
            progress.store(monotonicTime(), ordering: .relaxed)
            receivedCount += bytes.count
            response.add(.bytes(ByteBlock(copying: bytes.bytes)))
            return bytes.count
        }

        // MARK: Times

        /// The time at which it is late unless bytes move until then.
        var deadline: UInt64 {
            let time = isConnected ? limits.idleTimeout : limits.connectTimeout + limits.idleTimeout
            let nanoseconds = min(time, .seconds(1 << 30)) / .nanoseconds(1)
            return progress.load(ordering: .relaxed) + UInt64(max(0, nanoseconds))
        }

        /// `true` if libcurl 7.88 may keep its bytes, which it read with another stream's.
        var mayBeForgotten: Bool { isMultiplexed && isConnected && !isPaused }

        /// Ends it if it is over its times; returns `true` then.
        func isLate(at time: UInt64) -> Bool {
            // Sent bytes are progress.
            if !reading.isComplete || upload?.isTaken == false, let handle,
                case let count = handle.number(CURLINFO_SIZE_UPLOAD_T), count > sentCount
            {
                sentCount = count
                progress.store(time, ordering: .relaxed)
            }
            guard time >= deadline else { return false }
            let idle = limits.idleTimeout.spelling
            let reason =
                if reading.isComplete {
                    "no byte arrived for \(idle)"
                } else if !isConnected {
                    context.noConnectionInTime
                } else if let upload, !upload.isTaken {
                    upload.isPaused
                        ? "the request's body had no byte to send for \(idle)"
                        : "the server accepted no byte for \(idle)"
                } else {
                    "no head arrived for \(idle)"
                }
            settle(.failure(context.failure(.timedOut, reason)))
            return true
        }
    }
#endif
