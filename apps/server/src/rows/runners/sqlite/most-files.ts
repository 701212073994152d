import { readFileSync } from 'node:fs'

/** What may be open at once where nobody tells. */
const USUAL = 4_096
/** A file that is open is itself, its log and what connections share. */
const PER_FILE = 3
/** Memory grows with each; beyond this another process should have a part of the projects. */
const MOST_HERE = 4_000
const MOST_IN_THREAD = 400
const LEAST = 16

function openFilesLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    const told = Number(/^Max open files +(\d+)/m.exec(limits)?.[1])
    return told > 0 ? told : USUAL
  } catch {
    return USUAL
  }
}

/**
 * How many SQLite files are kept open, of half of what the system lets this process open: where requests are
 * served, and in each of the threads.
 */
export function mostFiles(
  threads: number,
  limit = openFilesLimit(),
): { here: number; inThread: number } {
  const files = limit / 2 / PER_FILE
  const within = (count: number, most: number) => Math.max(LEAST, Math.min(most, Math.floor(count)))
  return {
    here: within(files / 2, MOST_HERE),
    inThread: within(files / 2 / threads, MOST_IN_THREAD),
  }
}
