#ifndef SNIPPETBRIDGE_CHIREDIS_H
#define SNIPPETBRIDGE_CHIREDIS_H

#include <hiredis.h>

#endif
