#if canImport(Darwin)
    import Dispatch
    import Synchronization

    func systemPressure(root: String) -> (any PressureSource)? { SystemWarnings() }

    private final class SystemWarnings: PressureSource {
        private let source: any DispatchSourceMemoryPressure
        private let levels = Mutex<(waiting: [PressureLevel], isStopped: Bool)>(([], false))
        private let signal = DispatchSemaphore(value: 0)

        init() {
            source = DispatchSource.makeMemoryPressureSource(
                eventMask: [.warning, .critical], queue: .global(qos: .utility))
            source.setEventHandler { [weak self] in
                guard let self else { return }
                let level = source.data.contains(.critical) ? PressureLevel.full : .some
                levels.withLock { $0.waiting.append(level) }
                signal.signal()
            }
            source.activate()
        }

        func next() -> PressureLevel? {
            signal.wait()
            return levels.withLock { levels in
                levels.isStopped || levels.waiting.isEmpty ? nil : levels.waiting.removeFirst()
            }
        }

        func stop() {
            levels.withLock { $0.isStopped = true }
            source.cancel()
            signal.signal()
        }
    }
#endif
