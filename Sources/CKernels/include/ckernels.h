// The kernels of the engine: quantized dot products and matrix products, attention, norms, rotary embedding, elementary
// functions and a worker pool, on memory that the caller owns. No input or output; no globals but CPU detection.
//
// Every function that takes a `ck_path` gives the same bits on every path. The scalar functions are the definitions
// (docs/Numerics.md); the others are faster ways to the same result.
//
// Letters: T positions (columns of a product), D width, H query heads, G key/value heads, K head width, F hidden width,
// V vocabulary.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- Instruction sets ----------------------------------------------------------------------------------------------

typedef enum { CK_PATH_SCALAR = 0, CK_PATH_AVX2 = 1, CK_PATH_AVX512 = 2, CK_PATH_NEON = 3 } ck_path;

/// True where this machine can run `path`. Detected once.
bool ck_path_available(ck_path path);
/// The fastest path that this machine can run.
ck_path ck_path_best(void);
/// True when this thread's floating point environment is the one that the contract needs: round to nearest even,
/// subnormals neither flushed nor read as zero.
bool ck_environment_is_sound(void);

// ---- Formats (numbers as in GGUF) ----------------------------------------------------------------------------------

typedef enum {
  CK_F32 = 0, CK_F16 = 1, CK_Q4_0 = 2, CK_Q4_1 = 3, CK_Q5_0 = 6, CK_Q5_1 = 7, CK_Q8_0 = 8,
  CK_Q2_K = 10, CK_Q3_K = 11, CK_Q4_K = 12, CK_Q5_K = 13, CK_Q6_K = 14, CK_IQ4_NL = 20, CK_IQ4_XS = 23, CK_BF16 = 30,
  CK_TQ1_0 = 34, CK_TQ2_0 = 35, CK_MXFP4 = 39
} ck_format;

/// False for a number that is no `ck_format`.
bool ck_format_known(int format);
/// Weights in a block: 1, 32 or 256.
int ck_format_block(ck_format format);
/// Bytes of a block as stored in a file.
size_t ck_format_block_bytes(ck_format format);
/// Activations that share one scale: 32 or 256; 1 for the float formats, whose activations stay float32.
int ck_format_activation_block(ck_format format);

/// Raw blocks (`count` weights, a multiple of the block) to float32, exactly as the format defines each weight.
void ck_dequantize(ck_format format, const void *raw, size_t count, float *out);
/// True when no scale or float weight in `blocks` raw blocks is infinite or not a number.
bool ck_raw_is_finite(ck_format format, const void *raw, size_t blocks);

/// True for the formats that `ck_quantize` writes: Q8_0, Q4_0, Q4_1, Q5_0, Q5_1, Q2_K to Q6_K, IQ4_NL, IQ4_XS.
bool ck_format_is_written(ck_format format);
/// Floats (`count` finite ones, a multiple of the block) to raw blocks of a format that is written, the same bytes on every
/// machine. False where a scale does not fit its field: weights beyond about 65504 times the largest quant.
bool ck_quantize(ck_format format, const float *x, size_t count, void *raw);

// ---- Weights: 16 rows interleaved, one row a lane -------------------------------------------------------------------

enum { CK_STRIP = 16 };

/// A packed matrix of `rows` x `columns`. The strip is the unit of threads; the last one is filled up with zero rows.
typedef struct {
  ck_format format;
  int rows, columns;
  size_t strip_bytes;
  const uint8_t *packed;
} ck_matrix;

/// Bytes of one packed strip of 16 rows: as many bytes per weight as in the file, but 22 % more for TQ1_0.
size_t ck_strip_bytes(ck_format format, int columns);
/// Strips in a matrix of `rows` rows.
static inline int ck_strip_count(int rows) { return (rows + CK_STRIP - 1) / CK_STRIP; }
/// Packs strips [strip_begin, strip_end) of the row-major raw blocks `raw` (all rows) into `packed` (all strips). Calls
/// for different strips may run at once.
void ck_pack(ck_format format, int rows, int columns, const void *raw, uint8_t *packed, int strip_begin,
             int strip_end);

// ---- Activations: panels of at most 6 columns ----------------------------------------------------------------------

enum { CK_PANEL = 6 };

/// `count` columns (positions) of `width` activations each, quantized with one scale `s` a block (`block` 32 or 256),
/// or float32 (`block` 1). Arrays within one piece of memory, laid out by `ck_activations_place`; those that the block
/// size has no use for are null. How columns are grouped into panels is in Product/Panels.h.
typedef struct {
  int block, count, width;
  void *values;          // int8, unit = 4 activations, or float32 for block 1
  float *scale;          // s
  float *scaled_sum;     // s * (float)sum                  block 32: Q4_1, Q5_1
  int32_t *offset_4bit;  // -8 * sum                        block 32: Q4_0
  int32_t *offset_5bit;  // -16 * sum                       block 32: Q5_0, MXFP4
  int32_t *offset_8bit;  // -128 * sum of each 32           block 32: Q8_0, IQ4_NL; block 256: IQ4_XS
  int32_t *offset_6bit;  // -32 * sum of each 8             block 256: Q6_K
  int32_t *sums_of_32;   // int16 pairs of sums of each 32  block 256: Q4_K, Q5_K
  int32_t *sums_of_16;   // int16 pairs of sums of each 16  block 256: Q2_K
  int32_t *sum;          // of the block                    block 256: Q3_K, TQ1_0, TQ2_0
} ck_activations;

size_t ck_activations_bytes(int block, int count, int width);
/// `memory` is 64-byte aligned and holds `ck_activations_bytes` bytes.
ck_activations ck_activations_place(int block, int count, int width, void *memory);
/// Panels: as few as possible, widths differing by at most one.
int ck_panel_count(int count);
/// Converts rows [row_begin, row_end) of `x` (row stride `stride` floats). Calls for different rows may run at once.
void ck_activations_fill(ck_path path, const ck_activations *a, const float *x, size_t stride, int row_begin,
                         int row_end);

/// y[c * stride + r] = sum over k of matrix[r][k] * a[c][k], for the rows of strips [strip_begin, strip_end) and all
/// columns c. Writes only real rows. `a->block` is the format's activation block and `a->width` the matrix's columns.
/// Calls for different strips may run at once; an even number of strips a call is the fastest.
void ck_matmul(ck_path path, const ck_matrix *matrix, const ck_activations *a, float *y, size_t stride, int strip_begin,
               int strip_end);
/// The definition: one row of raw blocks times one float row.
float ck_dot_scalar(ck_format format, const void *raw_row, int columns, const float *x);

// ---- Elementary functions ------------------------------------------------------------------------------------------

float ck_exp_scalar(float x);
float ck_tanh_scalar(float x);
double ck_sin(double x);   // |x| < 2^31, correctly reduced
double ck_cos(double x);
double ck_exp(double x);
double ck_log(double x);
void ck_exp_f32(ck_path path, const float *x, float *y, size_t count);
/// out[i] = silu(gate[i]) * up[i]; silu(x) = x / (1 + exp(-x)).
void ck_silu_multiply(ck_path path, const float *gate, const float *up, float *out, size_t count);
/// out[i] = gelu(gate[i]) * up[i]; the tanh form of GELU.
void ck_gelu_multiply(ck_path path, const float *gate, const float *up, float *out, size_t count);
/// x[i] = cap * tanh(x[i] / cap).
void ck_softcap(ck_path path, float *x, size_t count, float cap);
/// out[i] = (x[i] * r) * weight[i], r = 1 / sqrt(mean(x^2) + epsilon); the sum in 16 virtual lanes, tree 8 4 2 1.
void ck_rms_norm(ck_path path, const float *x, const float *weight, float epsilon, float *out, size_t count);
/// y[i] = y[i] + x[i].
void ck_add(ck_path path, float *y, const float *x, size_t count);
/// y[i] = y[i] * factor.
void ck_scale(ck_path path, float *y, float factor, size_t count);
/// Rotates `pairs` pairs of one head. Interleaved: (x[2i], x[2i+1]); else halves: (x[i], x[i+pairs]). `cosine` and
/// `sine` hold `pairs` values.
void ck_rotate(ck_path path, float *x, int pairs, bool interleaved, const float *cosine, const float *sine);
/// Index of the largest value, the lowest index among equals; never of a NaN. 0 where there is no number.
size_t ck_argmax(ck_path path, const float *x, size_t count);

// ---- Keys and values: blocks of 64 absolute positions ---------------------------------------------------------------

enum { CK_KV_BLOCK = 64 };
typedef enum { CK_KV_F32 = 0, CK_KV_F16 = 1 } ck_kv_format;

/// Where one head's keys and values stand: inside every block at the same offset. Keys are stored [K][64] (transposed
/// inside the block), values [64][K].
typedef struct {
  ck_kv_format format;
  int head_width;            // K, a multiple of 16
  const void *const *blocks; // block b holds positions 64 b ... 64 b + 63
  size_t key_offset, value_offset; // bytes into a block
  float scale;               // of q.k
  float softcap;             // 0: none; else s = cap * tanh(s / cap)
} ck_kv_head;

/// Rounds one position's key and value once and stores them. `slot` is the position within the block.
void ck_kv_store(ck_path path, ck_kv_format format, int head_width, void *block, size_t key_offset,
                 size_t value_offset, int slot, const float *key, const float *value);
/// Query row r sees the keys [begin[r], end[r]); out[r] = softmax(scale q k) v. Blocks in order, the block as the unit
/// of the online softmax, masked keys skipped; a row that sees none gives zeros. Only blocks that a row sees are read,
/// but of those also slots that it does not see, which may hold anything. Rows are independent: any split of rows among
/// calls gives the same bits. Rows that stand side by side share the loads of keys and values, so give the heads of a
/// group and neighbouring positions together.
void ck_attention(ck_path path, const ck_kv_head *head, int rows, const float *const *q, const int32_t *begin,
                  const int32_t *end, float *const *out);

// ---- Worker pool ---------------------------------------------------------------------------------------------------

typedef struct ck_pool ck_pool;
typedef void (*ck_job)(void *context, int chunk, int thread);

/// CPUs that this process may run on.
int ck_affinity_count(void);
/// `threads` >= 1 including the caller; workers are pinned to distinct allowed CPUs where there are as many, the caller
/// is not. Fewer threads where the system gives no more; null where there is no memory. `ck_pool_destroy` comes after
/// the last job.
ck_pool *ck_pool_create(int threads);
void ck_pool_destroy(ck_pool *pool);
int ck_pool_threads(const ck_pool *pool);
/// Runs job(context, 0 ..< chunks, thread) and returns when all chunks are done. Chunks are handed out from a shared
/// counter. Traps where a second thread calls it at the same time or a job runs a job on its own pool.
void ck_pool_run(ck_pool *pool, ck_job job, void *context, int chunks);

// ---- The machine ----------------------------------------------------------------------------------------------------

/// Runs `rounds` rounds of independent int8 dot products in registers and returns how many operations (a multiplication
/// or an addition) that was; 0 where the path has no such instruction. The peak of one thread: nothing real reaches it.
double ck_machine_dot_products(ck_path path, long rounds);

/// Reads `bytes` bytes in order and returns a value that depends on all of them: the speed that a stream of weights could
/// have.
uint64_t ck_machine_read(ck_path path, const void *memory, size_t bytes);

#ifdef __cplusplus
}
#endif
