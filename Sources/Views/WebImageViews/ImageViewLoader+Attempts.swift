import WebImageCaching
import WebImageLoading
import WebImagePipeline
import WebImagePixels

extension ImageViewLoader {
    func lookUp(
        _ attempt: UInt64, _ size: PixelSize?, in slot: ImageSlot, on actor: isolated any Actor
    ) {
        guard let entry = entries[slot], var request = entry.request else { return }
        if let size {
            request.changeAll { if $0.targetSizing == nil { $0.targetSize = size } }
        }
        request = entry.pipeline.completed(request)
        request.changeAll { source in
            if !source.options.sets(ImageOptions.Policy.self) { source.cachePolicy = .cachedFirst }
        }
        entries[slot]?.attempted = request
        let answer: MemoryAnswer
        if let found = entry.pipeline.imageForTheMeantime(completed: request) {
            answer = .meanwhile(found)
        } else if let hit = entry.pipeline.imageInMemory(completed: request) {
            answer = .hit(hit)
        } else {
            answer = .miss
        }
        change(slot, on: actor) { $0.looked(for: attempt, answer) }
    }

    func start(
        _ attempt: UInt64, in slot: ImageSlot, on actor: isolated any Actor
    ) {
        guard let entry = entries[slot], let request = entry.attempted else { return }
        let updates = entry.pipeline.updates(completed: request)
        entries[slot]?.attempts[attempt] = Task { [weak self] in
            _ = actor
            var result = Result<ImageResponse, ImageError>.failure(.cancelled)
            for await update in updates {
                if case .finished(let last) = update { result = last }
                self?.received(update, of: attempt, in: slot, on: actor)
            }
            self?.finished(attempt, result, in: slot, on: actor)
        }
    }

    private func received(
        _ update: ImageUpdate, of attempt: UInt64, in slot: ImageSlot,
        on actor: isolated any Actor
    ) {
        guard display != nil else { return cancel(slot, on: actor) }
        switch update {
        case .progress, .preview:
            guard entries[slot]?.state.current?.attempt == attempt else { return }
            entries[slot]?.pace.add(update, of: attempt)
            releaseUpdate(in: slot, on: actor)
        default: take(update, of: attempt, in: slot, on: actor)
        }
    }

    private func take(
        _ update: ImageUpdate, of attempt: UInt64, in slot: ImageSlot,
        on actor: isolated any Actor
    ) {
        change(slot, on: actor) { state in
            switch update {
            case .progress(let progress): state.progressed(attempt, progress)
            case .preview(let image): state.previewed(attempt, image)
            case .cached(let response): state.cached(attempt, response)
            default: []
            }
        }
    }

    /// Releases an update that is due, and waits for the next one.
    private func releaseUpdate(in slot: ImageSlot, on actor: isolated any Actor) {
        if let attempt = entries[slot]?.pace.attempt,
            let update = entries[slot]?.pace.release(at: elapsed())
        {
            take(update, of: attempt, in: slot, on: actor)
        }
        guard let entry = entries[slot], entry.pacing == nil,
            let rest = entry.pace.rest(at: elapsed())
        else { return }
        entries[slot]?.pacing = Task { [weak self] in
            _ = actor
            do { try await Task.sleep(for: rest) } catch { return }
            if Task.isCancelled { return }
            self?.entries[slot]?.pacing = nil
            self?.releaseUpdate(in: slot, on: actor)
        }
    }

    private func finished(
        _ attempt: UInt64, _ result: Result<ImageResponse, ImageError>, in slot: ImageSlot,
        on actor: isolated any Actor
    ) {
        for update in entries[slot]?.pace.end(attempt) ?? [] {
            take(update, of: attempt, in: slot, on: actor)
        }
        entries[slot]?.attempts[attempt] = nil
        entries[slot]?.stopPacing(of: attempt)
        change(slot, on: actor) { $0.finished(attempt, result) }
    }

    func wake(
        _ timer: ViewTimer, _ load: UInt64, after delay: Duration, in slot: ImageSlot,
        on actor: isolated any Actor
    ) {
        entries[slot]?.timers[timer]?.task.cancel()
        let task = Task { [weak self, clock] in
            _ = actor
            do { try await clock.sleep(for: delay) } catch { return }
            // A replaced timer that wakes up at this moment does nothing.
            if Task.isCancelled { return }
            self?.entries[slot]?.timers[timer] = nil
            self?.change(slot, on: actor) { $0.fired(timer, of: load) }
        }
        entries[slot]?.timers[timer] = (load, task)
    }
}
