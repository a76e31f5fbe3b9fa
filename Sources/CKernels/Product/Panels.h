// How columns are grouped. A panel is what the kernels keep in registers: as few panels of at most 6 columns as
// possible, widths differing by at most one (7 columns are 4 + 3, not 6 + 1), the wider ones first. A group is what one
// pass over the weights serves: up to 8 neighbouring panels of equal width. In memory a group is one stream,
//
//   group - block - panel - unit - column
//
// where a unit is what an array holds of a block: its quads, its one scale, or its sums.
#pragma once
#include "ckernels.h"

enum { CK_GROUP = 8, CK_GROUP_COLUMNS = CK_GROUP * CK_PANEL };

typedef struct {
  int first;  // the group's first column
  int panels; // 1...8, or 1 where activations are float32
  int width;  // columns of each panel
} ck_group;

/// The group that column `column` of `count` belongs to.
static inline ck_group ck_group_of(int block, int count, int column) {
  const int all = ck_panel_count(count), narrow = count / all, wide_panels = count % all;
  const int largest = block == 1 ? 1 : CK_GROUP, wide_columns = wide_panels * (narrow + 1);
  const bool is_wide = column < wide_columns;
  const int begin = is_wide ? 0 : wide_columns, panels = is_wide ? wide_panels : all - wide_panels;
  const int width = is_wide ? narrow + 1 : narrow, index = (column - begin) / (largest * width);
  const int left = panels - index * largest;
  return (ck_group){begin + index * largest * width, left < largest ? left : largest, width};
}
