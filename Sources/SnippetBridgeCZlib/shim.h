#ifndef SNIPPETBRIDGE_CZLIB_H
#define SNIPPETBRIDGE_CZLIB_H

#include <zlib.h>

/* inflateInit2 is a macro. The sum of 16 and the largest window selects the gzip format alone. */
static inline int sb_inflate_begin(z_streamp stream) { return inflateInit2(stream, 16 + MAX_WBITS); }

#endif
