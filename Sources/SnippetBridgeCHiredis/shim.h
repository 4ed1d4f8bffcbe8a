#ifndef SNIPPETBRIDGE_CHIREDIS_H
#define SNIPPETBRIDGE_CHIREDIS_H

/* The folder is in the default search path, so programs without a fleet need neither the library nor pkg-config. */
#include <hiredis/hiredis.h>

#endif
