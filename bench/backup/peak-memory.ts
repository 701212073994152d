import { readFileSync, writeFileSync } from 'node:fs'

/** Begins counting a process's largest memory anew. */
export function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** The most memory that a process has held since then, in megabytes. */
export function readPeak(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}
