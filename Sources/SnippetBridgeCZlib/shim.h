#ifndef SNIPPETBRIDGE_CZLIB_H
#define SNIPPETBRIDGE_CZLIB_H

#include <zlib.h>

/* Begins to decompress gzip data. inflateInit2 is a macro. Adding 16 to the window size selects the gzip format. */
static inline int sb_inflate_begin(z_streamp stream) { return inflateInit2(stream, 16 + MAX_WBITS); }

#endif
