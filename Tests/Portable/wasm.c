// The runtime of a freestanding WebAssembly program in Embedded Swift: a heap without deallocation, memory functions, and
// standard output through WASI.

#include <stddef.h>
#include <stdint.h>

__attribute__((import_module("wasi_snapshot_preview1"), import_name("fd_write"))) int32_t fd_write(
    int32_t file, const void *parts, int32_t count, int32_t *written);
__attribute__((import_module("wasi_snapshot_preview1"), import_name("proc_exit"))) _Noreturn void proc_exit(
    int32_t code);

static uint8_t line[4096];
static size_t filled;

static void flush(void) {
  struct {
    const void *base;
    size_t count;
  } part = {line, filled};
  int32_t written;
  if (fd_write(1, &part, 1, &written) != 0) proc_exit(1);
  filled = 0;
}

int putchar(int character) {
  line[filled++] = (uint8_t)character;
  if (filled == sizeof line) flush();
  return character;
}

extern uint8_t __heap_base;
static uintptr_t next;

int posix_memalign(void **memory, size_t alignment, size_t count) {
  if (next == 0) next = (uintptr_t)&__heap_base;
  const uintptr_t start = (next + alignment - 1) / alignment * alignment;
  next = start + count;
  const uintptr_t pages = (next + 65535) / 65536, have = __builtin_wasm_memory_size(0);
  if (pages > have && __builtin_wasm_memory_grow(0, pages - have) == SIZE_MAX) return 12;
  *memory = (void *)start;
  return 0;
}

void *malloc(size_t count) {
  void *memory;
  return posix_memalign(&memory, 16, count) == 0 ? memory : NULL;
}

void free(void *memory) { (void)memory; }

void *memset(void *memory, int value, size_t count) {
  for (size_t i = 0; i < count; i++) ((volatile uint8_t *)memory)[i] = (uint8_t)value;
  return memory;
}

void *memmove(void *to, const void *from, size_t count) {
  volatile uint8_t *d = to;
  const uint8_t *s = from;
  if ((uintptr_t)to < (uintptr_t)from) {
    for (size_t i = 0; i < count; i++) d[i] = s[i];
  } else {
    while (count-- > 0) d[count] = s[count];
  }
  return to;
}

void *memcpy(void *to, const void *from, size_t count) { return memmove(to, from, count); }

int memcmp(const void *a, const void *b, size_t count) {
  const uint8_t *p = a, *q = b;
  for (size_t i = 0; i < count; i++) {
    if (p[i] != q[i]) return p[i] - q[i];
  }
  return 0;
}

/// The product of two 128-bit numbers, modulo 2¹²⁸.
void __multi3(uint64_t product[2], uint64_t aLow, uint64_t aHigh, uint64_t bLow, uint64_t bHigh) {
  const uint64_t mask = 0xffffffff, a = aLow & mask, b = aLow >> 32, c = bLow & mask, d = bLow >> 32;
  const uint64_t low = a * c, middle = b * c + (low >> 32), other = a * d + (middle & mask);
  product[0] = other << 32 | (low & mask);
  product[1] = b * d + (middle >> 32) + (other >> 32) + aHigh * bLow + aLow * bHigh;
}

uintptr_t __stack_chk_guard = 0x5e9e;
_Noreturn void __stack_chk_fail(void) { proc_exit(2); }

// IEEE 754 operations, whose results are defined exactly.
double round(double x) {
  const double whole = __builtin_trunc(x);
  return __builtin_fabs(x - whole) >= 0.5 ? whole + __builtin_copysign(1, x) : whole;
}
double fmod(double x, double y) {
  double rest = __builtin_fabs(x);
  while (rest >= y) {
    double part = y;
    while (2 * part <= rest) part *= 2;
    rest -= part;
  }
  return __builtin_copysign(rest, x);
}
double remainder(double x, double y) {
  const double rest = fmod(x, y), half = y - __builtin_fabs(rest);
  return half < __builtin_fabs(rest) ? -__builtin_copysign(half, x) : rest;
}

/// A constant seed for hash tables.
void arc4random_buf(void *memory, size_t count) { memset(memory, 7, count); }

int __main_argc_argv(int count, char **arguments);

__attribute__((export_name("_start"))) void start(void) {
  const int code = __main_argc_argv(0, NULL);
  flush();
  proc_exit(code);
}
