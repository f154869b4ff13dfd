import WebImageSandbox

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

DecoderWorker.runIfAsked()
print("webimage-decoder decodes pictures for the program that starts it.")
exit(64)
