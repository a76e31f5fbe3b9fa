// The elementwise functions, norms and the rotation in 16 lanes, bit-equal with FunctionsScalar.c. Included once per
// instruction set after its Lanes header, with TABLE, the name of the table to define.

static void exp_each(const float *x, float *y, size_t count) {
  for (size_t i = 0; i < count; i += LANES) store_first(y + i, lanes_exp(load_first(x + i, count - i)), count - i);
}

static void silu_multiply(const float *gate, const float *up, float *out, size_t count) {
  for (size_t i = 0; i < count; i += LANES) {
    lanes v = lanes_silu(load_first(gate + i, count - i)) * load_first(up + i, count - i);
    store_first(out + i, v, count - i);
  }
}

static void gelu_multiply(const float *gate, const float *up, float *out, size_t count) {
  for (size_t i = 0; i < count; i += LANES) {
    lanes v = lanes_gelu(load_first(gate + i, count - i)) * load_first(up + i, count - i);
    store_first(out + i, v, count - i);
  }
}

static void softcap(float *x, size_t count, float cap) {
  for (size_t i = 0; i < count; i += LANES) {
    store_first(x + i, lanes_softcap(load_first(x + i, count - i), (lanes)cap), count - i);
  }
}

static void rms_norm(const float *x, const float *weight, float epsilon, float *out, size_t count) {
  lanes sum = 0.0f;
  for (size_t i = 0; i < count; i += LANES) {
    lanes v = load_first(x + i, count - i);
    sum = lanes_fma(v, v, sum); // a lane that is not there adds 0 to a sum that is not negative: no change
  }
  float mean = sum_tree(sum) / (float)count;
  float r = 1.0f / sqrtf(mean + epsilon);
  for (size_t i = 0; i < count; i += LANES) {
    lanes v = (load_first(x + i, count - i) * (lanes)r) * load_first(weight + i, count - i);
    store_first(out + i, v, count - i);
  }
}

static void add(float *y, const float *x, size_t count) {
  for (size_t i = 0; i < count; i += LANES) {
    store_first(y + i, load_first(y + i, count - i) + load_first(x + i, count - i), count - i);
  }
}

static void scale(float *y, float factor, size_t count) {
  for (size_t i = 0; i < count; i += LANES) {
    store_first(y + i, load_first(y + i, count - i) * (lanes)factor, count - i);
  }
}

INLINE void rotate_lanes(lanes *first, lanes *second, lanes cosine, lanes sine) {
  lanes a = *first, b = *second;
  *first = lanes_fma(a, cosine, -(b * sine));
  *second = lanes_fma(a, sine, b * cosine);
}

static void rotate_halves(float *x, size_t pairs, const float *cosine, const float *sine) {
  for (size_t i = 0; i < pairs; i += LANES) {
    size_t left = pairs - i;
    lanes first = load_first(x + i, left), second = load_first(x + pairs + i, left);
    rotate_lanes(&first, &second, load_first(cosine + i, left), load_first(sine + i, left));
    store_first(x + i, first, left);
    store_first(x + pairs + i, second, left);
  }
}

static void rotate_interleaved(float *x, size_t pairs, const float *cosine, const float *sine) {
  for (size_t i = 0; i < pairs; i += LANES) {
    size_t left = pairs - i, next = left > LANES / 2 ? 2 * left - LANES : 0; // numbers in the second vector
    lanes low = load_first(x + 2 * i, 2 * left), high = load_first(x + 2 * i + LANES, next);
    lanes first = __builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    lanes second = __builtin_shufflevector(low, high, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
    rotate_lanes(&first, &second, load_first(cosine + i, left), load_first(sine + i, left));
    low = __builtin_shufflevector(first, second, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    high = __builtin_shufflevector(first, second, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    store_first(x + 2 * i, low, 2 * left);
    store_first(x + 2 * i + LANES, high, next);
  }
}

static void rotate(float *x, int pairs, bool interleaved, const float *cosine, const float *sine) {
  if (interleaved) {
    rotate_interleaved(x, (size_t)pairs, cosine, sine);
  } else {
    rotate_halves(x, (size_t)pairs, cosine, sine);
  }
}

/// Two passes, so that ties need no care: the largest value, then the first place where it stands.
static size_t argmax(const float *x, size_t count) {
  const lanes none = -INFINITY;
  lanes largest[4] = {none, none, none, none};
  size_t i = 0;
  for (; i + 4 * LANES <= count; i += 4 * LANES) {
    for (int k = 0; k < 4; k++) largest[k] = lanes_max(load(x + i + LANES * k), largest[k]); // never takes a NaN
  }
  float value = max_lane(lanes_max(lanes_max(largest[0], largest[1]), lanes_max(largest[2], largest[3])));
  for (; i < count; i++) value = x[i] > value ? x[i] : value;

  for (i = 0; i + LANES <= count; i += LANES) {
    if (__builtin_reduce_or(load(x + i) == (lanes)value)) break;
  }
  for (; i < count; i++) {
    if (x[i] == value) return i;
  }
  return 0;
}

const ck_function_table TABLE = {
    .exp = exp_each,
    .silu_multiply = silu_multiply,
    .gelu_multiply = gelu_multiply,
    .softcap = softcap,
    .rms_norm = rms_norm,
    .add = add,
    .scale = scale,
    .rotate = rotate,
    .argmax = argmax,
};
