import { readFileSync } from 'node:fs'

/** Assumed limit if the system does not report one. */
const ASSUMED_FILES = 4_096

/** How many files and sockets the process may open. */
export function openFilesLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    const reported = Number(/^Max open files +(\d+)/m.exec(limits)?.[1])
    return reported > 0 ? reported : ASSUMED_FILES
  } catch {
    return ASSUMED_FILES
  }
}
