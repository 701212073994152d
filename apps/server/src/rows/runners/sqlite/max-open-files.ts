import { readFileSync } from 'node:fs'

/** Assumed limit if the system does not report one. */
const DEFAULT_LIMIT = 4_096
/** The file itself, its WAL and its shared memory. */
const PER_FILE = 3
/** Each takes memory; beyond this another process should serve some of the projects. */
const MAX_IN_PROCESS = 4_000
const MAX_PER_THREAD = 400
const MIN_FILES = 16

/** How many files and sockets the process may open. */
export function openFilesLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    const reported = Number(/^Max open files +(\d+)/m.exec(limits)?.[1])
    return reported > 0 ? reported : DEFAULT_LIMIT
  } catch {
    return DEFAULT_LIMIT
  }
}

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
