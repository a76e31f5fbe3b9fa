// libyaml's own header, and nothing of ours.
#include <yaml.h>
