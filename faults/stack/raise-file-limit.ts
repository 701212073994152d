import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Lets this process and those that it starts open so many files; throws where it may not. */
export function raiseFileLimit(files: number): void {
  if (fileLimit() >= files) return
  try {
    const args = ['--pid', String(process.pid), `--nofile=${files}:${files}`]
    execFileSync('prlimit', args, { stdio: 'pipe' })
  } catch (cause) {
    throw new Error(`nofile is ${fileLimit()}; run as root, or set it to ${files}`, { cause })
  }
  if (fileLimit() < files) throw new Error(`nofile is still ${fileLimit()}, not ${files}`)
}

/** The soft limit, which Node sets to the hard one. */
function fileLimit(): number {
  const limits = readFileSync('/proc/self/limits', 'utf8')
  return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? 0)
}
