// The scalar path of the product: the kernels in plain C.
#include "LanesPlain.h"

#define PATH_NAME plain
#include "Define.h"
