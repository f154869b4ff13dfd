import WebImageCaching
public import WebImagePixels

extension AnimationPlayback {
    /// Shows the due frame if it is decoded, and requests the next missing one.
    mutating func present() -> [PlaybackAction] {
        guard isShowing else { return isPreloading ? missing() : [] }
        var actions: [PlaybackAction] = []
        let due = dueFrame
        if shownFrame != due, let bitmap = buffer[due] {
            shownFrame = due
            failuresInARow = 0
            actions.append(.show(index: due, bitmap))
        }
        if shownFrame == due || failed.contains(due) {
            isHeld = false
            // A single frame ends playback once it is shown.
            if timeline.count == 1, isComplete { endFrame = due }
            if isOver, isPlaying {
                isPlaying = false
                return actions + [.end(.played)]
            }
        }
        return actions + missing()
    }

    private mutating func missing() -> [PlaybackAction] {
        let wanted = wanted()
        failed.formIntersection(wanted)
        guard decoding == nil,
            let next = wanted.first(where: { buffer[$0] == nil && !failed.contains($0) })
        else { return [] }
        decoding = (next, next == dueFrame)
        return [.decode(index: next)]
    }

    /// Returns the due frame and those soon after it, as many as fit.
    private func wanted() -> [Int] {
        guard isPreloading || isPlaying && isVisible && !isOver else { return [dueFrame] }
        let (due, steps) = (dueStep, timeline.stepCount)
        let isLastLoop = !isPreloading && totalLoops > 0 && loop >= totalLoops - 1
        let ahead = min(buffer.capacity, isPreloading ? steps : Self.maxAhead, steps)
        return (0..<ahead).compactMap { next in
            let (step, isBeyond) = due.addingReportingOverflow(next)
            if !isBeyond, step < steps { return timeline.frame(at: step) }
            if !isComplete { return nil }
            if isLastLoop { return next > 0 ? timeline.finalFrame : nil }
            return timeline.frame(at: isBeyond ? 0 : step - steps)
        }
    }

    /// The due frame and those decoded ahead: enough to even out differences in decoding time.
    private static var maxAhead: Int { 8 }

    /// Takes the result of decoding a frame.
    ///
    /// - Parameters:
    ///   - index: The index of the frame, as in ``PlaybackAction/decode(index:)``.
    ///   - result: The decoded frame, or the error of its decoder.
    ///   - now: The time on the clock of ``advance(to:)``.
    /// - Returns: The actions to perform, in order.
    public mutating func decoded(
        _ index: Int, _ result: Result<Bitmap, any Error>, at now: Duration
    ) -> [PlaybackAction] {
        let wasDue = decoding.map { $0.index == index && $0.isDue } ?? false
        decoding = nil
        switch result {
        case .success(let bitmap):
            failuresInARow = 0
            failed.remove(index)
            let isNews = wasDue && isShowing && !isHeld
            keep(bitmap, at: index)
            let actions = advance(to: now)
            guard isNews, shownFrame != dueFrame, shownFrame != index else { return actions }
            shownFrame = index
            return [.show(index: index, bitmap)] + actions
        case .failure(let error):
            failed.insert(index)
            failuresInARow += 1
            guard failuresInARow >= timeline.count else { return advance(to: now) }
            isPlaying = false
            isShowing = false
            return [.end(.failed(error))]
        }
    }
}

extension AnimationPlayback {
    /// Keeps a decoded frame while it is among those shown soon.
    private mutating func keep(_ bitmap: Bitmap, at index: Int) {
        let distance = frameDistance
        buffer.insert(bitmap, at: index, distance: distance)
    }

    /// The number of steps until a frame is shown; less than 0 for the due one.
    var frameDistance: (Int) -> Int {
        let (timeline, step, due) = (timeline, dueStep, dueFrame)
        return { frame in frame == due ? -1 : timeline.distance(from: step, to: frame) }
    }

    /// Plays from the current position, after the end from the beginning.
    ///
    /// - Parameter now: The time on the clock of ``advance(to:)``.
    /// - Returns: The actions to perform, in order.
    public mutating func play(at now: Duration) -> [PlaybackAction] {
        guard !isPlaying else { return advance(to: now) }
        if isOver { rewind() }
        last = now
        isPlaying = true
        isShowing = true
        isHeld = true
        failuresInARow = 0
        failed = []
        return present()
    }

    /// Requests all frames from now on, the due one first, as many as the buffer has room for.
    ///
    /// - Parameter now: The time on the clock of ``advance(to:)``.
    /// - Returns: The actions to perform, in order.
    public mutating func preload(at now: Duration) -> [PlaybackAction] {
        isPreloading = true
        return advance(to: now)
    }

    /// Pauses at the frame that is shown.
    ///
    /// - Parameter now: The time on the clock of ``advance(to:)``.
    /// - Returns: The actions to perform, in order.
    public mutating func pause(at now: Duration) -> [PlaybackAction] {
        let actions = advance(to: now)
        isPlaying = false
        return actions
    }

    /// Stops; the state shows no frame afterwards.
    ///
    /// - Parameters:
    ///   - keepsPosition: `true` continues from here later, `false` from the beginning.
    ///   - clearsBuffer: `true` releases decoded frames.
    public mutating func stop(keepsPosition: Bool = false, clearsBuffer: Bool = false) {
        (isPlaying, isShowing) = (false, false)
        decoding?.isDue = false
        if !keepsPosition { rewind() }
        if clearsBuffer { clearBuffer() }
    }

    private mutating func rewind() {
        (loop, offset, endFrame) = (0, 0, nil)
        (isHeld, shownFrame) = (true, nil)
    }

    /// Moves to a frame of a loop and shows it, playing or not.
    ///
    /// - Parameters:
    ///   - frame: The position in the loop, counted from 0.
    ///   - loop: The loop, counted from 0; nil for the current one.
    ///   - now: The time on the clock of ``advance(to:)``.
    /// - Returns: The actions to perform, in order; nil if there is no such frame or loop. Nothing
    ///   changes then.
    public mutating func seek(
        to frame: Int, loop: Int? = nil, at now: Duration
    ) -> [PlaybackAction]? {
        let loop = loop ?? (isOver ? 0 : self.loop)
        let isCurrent = !isOver && loop == self.loop
        let isLoop = loop >= 0 && (totalLoops == 0 || loop < totalLoops || isCurrent)
        guard frame >= 0, frame < timeline.count, isLoop else { return nil }
        self.loop = loop
        offset = timeline.start(ofStep: timeline.firstStep(of: frame))
        endFrame = nil
        (isShowing, isHeld, shownFrame) = (true, true, nil)
        failed.remove(frame)
        if let index = decoding?.index { decoding?.isDue = index == frame }
        last = max(last, now)
        return present()
    }

    /// Releases the decoded frames, such as under memory pressure; the shown frame stays.
    public mutating func clearBuffer() {
        isPreloading = false
        buffer.removeAll()
    }

    /// Sets the visibility; while invisible, time does not advance.
    ///
    /// - Parameters:
    ///   - visible: `true` if the view is visible.
    ///   - now: The time on the clock of ``advance(to:)``.
    /// - Returns: The actions to perform, in order.
    public mutating func setVisible(_ visible: Bool, at now: Duration) -> [PlaybackAction] {
        let actions = advance(to: now)
        isVisible = visible
        return actions
    }
}
