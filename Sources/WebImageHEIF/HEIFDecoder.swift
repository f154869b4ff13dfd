#if HEIF
#endif
