import { readFileSync } from 'node:fs'

const EVERY_MS = 250
const KB_PER_MB = 1_024

function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0)
}

/** Watches the memory of a process; the result ends it and returns by how many MB it has grown at most. */
export function watchMemory(pid: number): () => number {
  const before = memoryOf(pid)
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pid))
  }, EVERY_MS)
  return () => {
    clearInterval(timer)
    return Math.round((Math.max(most, memoryOf(pid)) - before) / KB_PER_MB)
  }
}
