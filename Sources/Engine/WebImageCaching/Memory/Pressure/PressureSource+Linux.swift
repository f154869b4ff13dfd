package import WebImageRuntime

#if canImport(Glibc)
    import Glibc

    /// Opens the best source of memory pressure that there is: stalls (PSI), events of the control
    /// group, or the memory that is left.
    ///
    /// - Parameters:
    ///   - root: The folder of `/proc` and `/sys`, without a slash at its end.
    ///   - interval: The time between two reads of files that wake no thread, or might not.
    package func systemPressure(
        root: String, interval: Duration = .seconds(5)
    ) -> (any PressureSource)? {
        guard let alarm = Alarm() else { return nil }
        let milliseconds = Int32(clamping: Int(interval / .milliseconds(1)))
        let groups = ControlGroups(root: root, controller: "memory").groups
        let group = groups.last(where: \.isUnified)?.folder ?? ""
        for path in ["\(group)/memory.pressure", "\(root)/proc/pressure/memory"] {
            if let files = stallTriggers(path) {
                return PolledPressure(alarm, files, milliseconds: -1) { nil }
            }
        }
        if let file = PressureFile("\(group)/memory.events", .some), let text = file.text {
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

    /// Opens triggers for some work, and for all work, that waits for memory for a part of a
    /// second.
    ///
    /// Linux, Documentation/accounting/psi.rst. A process without the right to windows of one
    /// second has the right to windows of two.
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

        /// Opens the file; nil if it is missing or refuses the trigger.
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

        /// The content; nil if it cannot be read.
        ///
        /// It is read through the polled descriptor: the file stays urgent until then.
        var text: String? {
            var bytes = [UInt8](repeating: 0, count: 4096)
            // Safe because the system writes within the array.
            let count = retrying { unsafe pread(descriptor, &bytes, bytes.count, 0) }
            return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
        }
    }

    /// A pipe that wakes a thread which waits for files.
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

    /// A source that waits for files to become urgent, and reads others at intervals.
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
                // A file that is only in error will never be urgent again: its group is gone.
                if urgent.isEmpty, found.contains(where: { $1.revents != 0 }) { return nil }
                let level = milliseconds < 0 ? urgent.max() : read()
                if let level { return level }
            }
        }
    }

    /// The counts of a control group's encounters with its limits: the lines of `memory.events`
    /// (Linux, Documentation/admin-guide/cgroup-v2.rst).
    package struct GroupEvents: Sendable {
        private let counts: [Substring: Int]

        /// Reads the lines "name count" and ignores others.
        package init(_ text: String) {
            var counts: [Substring: Int] = [:]
            for line in text.split(separator: "\n") {
                let words = line.split(separator: " ")
                if words.count == 2, let count = Int(words[1]) { counts[words[0]] = count }
            }
            self.counts = counts
        }

        /// Returns the level of new events: at the soft or hard limit, or out of memory.
        package func level(since former: GroupEvents) -> PressureLevel? {
            func isMore(_ name: Substring) -> Bool { counts[name] ?? 0 > former.counts[name] ?? 0 }
            if isMore("oom") || isMore("oom_kill") { return .full }
            return isMore("high") || isMore("max") ? .some : nil
        }
    }
#endif
