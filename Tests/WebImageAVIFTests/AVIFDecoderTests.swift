#if AVIF
#endif
