import Foundation
import WebImageCaching
import WebImageCoding

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Forwards the session's events to the responses of its tasks.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
    private let answers: SessionAnswers

    init(_ answers: SessionAnswers) { self.answers = answers }

    /// Refuses the redirect, because the loader decides about redirects.
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // Foundation ends the process if a cancellation overtakes the completion. A reader of the
        // head may cancel at once, so it comes second.
        if task.state == .running { completionHandler(nil) }
        answers[task]?.receive(response)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let response = response as? HTTPURLResponse { answers[dataTask]?.receive(response) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        answers[dataTask]?.receive(ByteBlock(copying: data))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        if let response = task.response as? HTTPURLResponse { answers[task]?.receive(response) }
        answers.remove(task)?.end(error)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        completionHandler(.performDefaultHandling, nil)
    }
}
