// How columns are grouped into panels: as few panels of at most 6 as possible, widths differing by at most one
// (7 columns are 4 + 3, not 6 + 1), the wider ones first.
#pragma once
#include "ckernels.h"

typedef struct {
  int wide, narrow; // panels of `width` and of `width - 1` columns
  int width;
} ck_panels;

static inline ck_panels ck_panels_of(int count) {
  const int panels = ck_panel_count(count);
  if (panels == 0) return (ck_panels){0, 0, 0};
  const int wide = count % panels;
  return wide == 0 ? (ck_panels){panels, 0, count / panels} : (ck_panels){wide, panels - wide, count / panels + 1};
}

typedef struct {
  int first, width; // the panel's first column and its columns
} ck_panel;

static inline ck_panel ck_panel_of_column(ck_panels panels, int column) {
  const int in_wide = panels.wide * panels.width, narrow_width = panels.width - 1;
  if (column < in_wide) return (ck_panel){column / panels.width * panels.width, panels.width};
  return (ck_panel){in_wide + (column - in_wide) / narrow_width * narrow_width, narrow_width};
}
