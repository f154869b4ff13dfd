#if Server
    import WebImage
    import WebImageURLs

    // Answers to requests that get no picture.
    extension ServerCall {
        /// Returns the answer of the rules, with the fields that HTTP asks for.
        func answer(to fault: ServerFault) -> Answer {
            let failure = rules.answer(to: fault.failure)
            var answer = Answer(status: failure.status, body: .text(failure.text), fault: fault)
            answer.fields.set(failure.fields)
            switch fault.kind {
            case .full(let seconds): answer.fields["Retry-After"] = String(seconds)
            case .late: answer.fields["Retry-After"] = "1"
            case .method: answer.fields["Allow"] = "GET, HEAD, OPTIONS"
            default: break
            }
            return answer
        }
    }

    extension HeaderFields {
        /// Sets fields of rules.
        mutating func set(_ fields: [AnswerField]) {
            for field in fields { self[field.name] = field.value }
        }
    }
#endif
