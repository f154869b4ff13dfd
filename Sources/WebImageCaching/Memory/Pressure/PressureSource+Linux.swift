import WebImageRuntime

#if canImport(Glibc)
    import Glibc

    /// What tells a cache of this process that memory runs short: the best that there is of stalls
    /// (PSI), the events of the control group, and what memory is left.
    ///
    /// - Parameters:
    ///   - root: What `/proc` and `/sys` are below, without a slash at its end.
    ///   - interval: How often files are read that wake nobody, or might not.
    package func systemPressure(
        root: String, interval: Duration = .seconds(5)
    ) -> (any PressureSource)? {
        guard let alarm = Alarm() else { return nil }
        let milliseconds = Int32(clamping: Int(interval / .milliseconds(1)))
        let group = controlGroup(root)
        for path in [group.map { "\($0)/memory.pressure" }, "\(root)/proc/pressure/memory"] {
            if let path, let files = stallTriggers(path) {
                return PolledPressure(alarm, files, milliseconds: -1) { nil }
            }
        }
        if let path = group.map({ "\($0)/memory.events" }), let file = PressureFile(path, .some),
            let text = file.text
        {
            var latest = GroupEvents(text)
            return PolledPressure(alarm, [file], milliseconds: milliseconds) {
                let events = GroupEvents(file.text ?? "")
                defer { latest = events }
                return events.level(since: latest)
            }
        }
        let path = "\(root)/proc/meminfo"
        guard SystemFile.text(path) != nil else { return nil }
        return PolledPressure(alarm, [], milliseconds: milliseconds) {
            AvailableMemory(SystemFile.text(path) ?? "")?.level
        }
    }

    /// The folder of this process's control group of version 2, nil where none can be seen.
    private func controlGroup(_ root: String) -> String? {
        let base = "\(root)/sys/fs/cgroup"
        let line = SystemFile.text("\(root)/proc/self/cgroup")?.split(separator: "\n")
            .first { $0.hasPrefix("0::/") }
        guard let line else { return nil }
        // A group out of sight is named from where one is.
        let names = line.dropFirst(4).split(separator: "/").filter { $0 != ".." }
        return ([base] + names.map(String.init)).joined(separator: "/")
    }

    /// Asks to be woken when some work, and when all work, waited for memory for a part of a second.
    ///
    /// Linux, Documentation/accounting/psi.rst. Who lacks the right to windows of one second has
    /// that to windows of two.
    private func stallTriggers(_ path: String) -> [PressureFile]? {
        for seconds in 1...2 {
            let window = seconds * 1_000_000
            let some = PressureFile(path, .some, trigger: "some \(window / 20 * 3) \(window)")
            let full = PressureFile(path, .full, trigger: "full \(window / 10) \(window)")
            if let some, let full { return [some, full] }
        }
        return nil
    }

    /// A file that becomes urgent when memory runs short.
    private final class PressureFile: Sendable {
        let descriptor: Int32
        let level: PressureLevel

        /// Opens it; nil where it isn't there, or refuses the trigger.
        init?(_ path: String, _ level: PressureLevel, trigger: String? = nil) {
            self.level = level
            let access = trigger == nil ? O_RDONLY : O_RDWR
            // Safe because the path is only read during the call.
            descriptor = unsafe open(path, access | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            // The end of the text is part of it.
            guard let bytes = trigger.map({ Array($0.utf8) + [0] }) else { return }
            // Safe because as many bytes are read as there are.
            guard unsafe write(descriptor, bytes, bytes.count) == bytes.count else { return nil }
        }

        deinit { if descriptor >= 0 { close(descriptor) } }

        /// What it says, nil where it can't be read.
        ///
        /// Read through the descriptor that is waited for: such a file stays urgent until then.
        var text: String? {
            var bytes = [UInt8](repeating: 0, count: 4096)
            // Safe because the system writes within the array.
            let count = retrying { unsafe pread(descriptor, &bytes, bytes.count, 0) }
            return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
        }
    }

    /// Wakes a thread that waits for files.
    private final class Alarm: Sendable {
        let descriptor: Int32
        private let bell: Int32

        init?() {
            var ends: [Int32] = [-1, -1]
            // Safe because the system writes within the array.
            let status = unsafe pipe(&ends)
            (descriptor, bell) = (ends[0], ends[1])
            if status != 0 { return nil }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }

        deinit {
            for end in [descriptor, bell] where end >= 0 { close(end) }
        }

        func ring() {
            // Safe because the one byte is only read during the call.
            _ = unsafe write(bell, [1], 1)
        }
    }

    /// Waits for files that become urgent, and reads others now and then.
    // Safe because `next` is called by one thread at a time, and only it calls `read`.
    private final class PolledPressure: PressureSource, @unchecked Sendable {
        private let alarm: Alarm
        private let files: [PressureFile]
        private let milliseconds: Int32
        private let read: () -> PressureLevel?

        init(
            _ alarm: Alarm, _ files: [PressureFile], milliseconds: Int32,
            read: @escaping () -> PressureLevel?
        ) {
            self.alarm = alarm
            self.files = files
            self.milliseconds = milliseconds
            self.read = read
        }

        func stop() { alarm.ring() }

        func next() -> PressureLevel? {
            while true {
                var polls =
                    [pollfd(fd: alarm.descriptor, events: Int16(POLLIN), revents: 0)]
                    + files.map { pollfd(fd: $0.descriptor, events: Int16(POLLPRI), revents: 0) }
                // Safe because the system writes within the array.
                let count = unsafe poll(&polls, nfds_t(polls.count), milliseconds)
                if count < 0, errno != EINTR { return nil }
                if polls[0].revents != 0 { return nil }
                let found = zip(files, polls.dropFirst())
                let urgent = found.filter { $1.revents & Int16(POLLPRI) != 0 }.map { $0.0.level }
                // One that is only in error will never be urgent again: its group is gone.
                if urgent.isEmpty, found.contains(where: { $1.revents != 0 }) { return nil }
                let level = milliseconds < 0 ? urgent.max() : read()
                if let level { return level }
            }
        }
    }
#endif
