import Synchronization
import WebImageCoding
import WebImageLoading
import WebImageRuntime

/// The limits of one caller, apart from the others that wait for the same work.
struct CallerLimits: Sendable {
    let timeout: Duration?
    let control: LoadControl?
    let body: BodyBound?
    /// The stage that a load began last.
    private let stage: LatestValue<String>

    init(_ request: PreparedRequest) {
        timeout = request.timeout
        control = request.control
        body = request.options.maxBodyBytes.map(BodyBound.init)
        stage = LatestValue("load")
    }

    /// Creates the limit of encoding; the failure of a time-out names that stage.
    init(encodingWithin timeout: Duration?) {
        self.timeout = timeout
        (control, body, stage) = (nil, nil, LatestValue("encode"))
    }

    /// `true` if anything but the result and the task ends the wait.
    var isAny: Bool { timeout != nil || control != nil || body != nil }

    /// Returns the outcome of `work`, which is cancelled if a limit is reached first.
    ///
    /// - Throws: The error of `work`, the error of the stage which did not end in time, `load` of
    ///   kind `tooLarge`, or `cancelled`.
    func run<Value: Sendable>(
        _ work: @escaping @Sendable () async throws(ImageError) -> Value
    ) async throws(ImageError) -> Value {
        guard isAny else { return try await work() }
        // Without any time the work need not begin: it could only be cancelled.
        if let timeout, timeout <= .zero { throw timedOut(timeout) }
        let outcome = await withTaskGroup(of: Result<Value, ImageError>.self) { group in
            group.addTask {
                do throws(ImageError) {
                    return .success(try await work())
                } catch {
                    return .failure(error)
                }
            }
            if let timeout { group.addTask { .failure(await wait(timeout)) } }
            if let control { group.addTask { .failure(await control.untilCancelled()) } }
            if let body { group.addTask { .failure(await body.untilExceeded()) } }
            let first = await group.next() ?? .failure(.cancelled)
            group.cancelAll()
            return first
        }
        let value = try outcome.get()
        // The body may have become too long and complete at once.
        if let failure = body?.failure { throw failure }
        return value
    }

    private func wait(_ timeout: Duration) async -> ImageError {
        do {
            try await Task.sleep(for: min(timeout, longestSleep))
        } catch {
            return .cancelled
        }
        return timedOut(timeout)
    }

    private func timedOut(_ timeout: Duration) -> ImageError {
        switch stage.current {
        case "decode": .decode(.timedOut(timeout))
        case "transform":
            .transform(TransformFailure("transforms", "not done within \(timeout.spelling)"))
        case "encode": .encode(.timedOut(timeout))
        case "store": .load(LoadFailure(.timedOut, "not stored within \(timeout.spelling)"))
        default: .load(LoadFailure(.timedOut, "no image within \(timeout.spelling)"))
        }
    }

    /// Returns a listener that notes the stage and the progress of a load, and passes each update
    /// on.
    func watching(_ other: WorkListener<ImageLoadUpdate>?) -> WorkListener<ImageLoadUpdate>? {
        guard timeout != nil || body != nil else { return other }
        return WorkListener(
            note: { [stage, body] update in
                if let name = update.stage { stage.note { $0 = name } }
                if let progress = update.progress { body?.note(progress) }
                other?.note(update)
            },
            wake: { [body] in
                body?.wake()
                other?.wake()
            })
    }
}

/// The longest time that the runtime's timer can count: 34 years.
let longestSleep = Duration.seconds(1 << 30)

/// The longest body that one caller accepts (``OptionConfigurable/maxBodyBytes``).
final class BodyBound: Sendable {
    private let limit: Int
    private let excess = Mutex<Int?>(nil)
    private let (end, signal) = AsyncStream.makeStream(of: Void.self)

    init(_ limit: Int) { self.limit = limit }

    /// The error of the caller; `nil` as long as the body is within the limit.
    var failure: ImageError? {
        excess.withLock { $0 }.map { count in
            .load(LoadFailure(.tooLarge, "\(count) bytes, the limit of this request is \(limit)"))
        }
    }

    /// Notes the number of bytes of a whole body; the limits of the caller throw ``failure``.
    func noteWhole(_ count: Int) {
        note(count)
        wake()
    }

    private func note(_ count: Int) {
        if count > limit { excess.withLock { $0 = $0 ?? count } }
    }

    fileprivate func note(_ progress: LoadProgress) {
        note(max(progress.receivedByteCount, progress.expectedByteCount ?? 0))
    }

    fileprivate func wake() {
        if failure != nil { signal.finish() }
    }

    /// The listener of a transfer.
    var listener: WorkListener<TransferUpdate> {
        WorkListener(note: { self.note($0.progress) }, wake: wake)
    }

    /// Returns ``failure`` once there are too many bytes, or `cancelled` with its task.
    func untilExceeded() async -> ImageError {
        for await _ in end {}
        return failure ?? .cancelled
    }
}
