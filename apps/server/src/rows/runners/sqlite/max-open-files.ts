import { openFilesLimit } from '../../../foundation/settings/open-files-limit.ts'

/** The file itself, its WAL and its shared memory. */
const PER_FILE = 3
/** Each takes memory; beyond this another process should serve some of the projects. */
const MAX_IN_PROCESS = 4_000
const MAX_PER_THREAD = 400
const MIN_FILES = 16

/**
 * How many SQLite files to keep open, on the request thread and in each worker thread, from half of the
 * process's limit.
 */
export function maxOpenFiles(
  threads: number,
  limit = openFilesLimit(),
): { inProcess: number; perThread: number } {
  const files = limit / 2 / PER_FILE
  const within = (count: number, max: number) =>
    Math.max(MIN_FILES, Math.min(max, Math.floor(count)))
  return {
    inProcess: within(files / 2, MAX_IN_PROCESS),
    perThread: within(files / 2 / threads, MAX_PER_THREAD),
  }
}
