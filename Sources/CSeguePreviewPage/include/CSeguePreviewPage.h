// The files of the live page, embedded at build time.
#ifndef PREVIEW_PAGE_H
#define PREVIEW_PAGE_H

#include <stddef.h>

/// A file: its URL path and its bytes, both with static lifetime.
struct preview_file {
  const char *path;
  const unsigned char *bytes;
  size_t size;
};

/// The number of files.
extern const int preview_page_file_count;

/// The file at an index from 0; `/` is the first.
struct preview_file preview_page_file(int index);

#endif
