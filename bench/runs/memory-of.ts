import { readFileSync } from 'node:fs'
import { findChildren } from '../../faults/stack/find-children.ts'

export interface Memory {
  /** The product's process: API, data and worker roles. */
  server: number
  engine: number
  postgres: number
  runners: number
}

/** Proportional set size of a process in MB. */
function shareOf(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024
  } catch {
    // A connection's process may have ended.
    return 0
  }
}

/** Memory of all processes of an installation. */
export function memoryOf(pid: number): Memory {
  const children = findChildren(pid)
  const sum = (isOne: (program: string) => boolean) =>
    children.filter(({ program }) => isOne(program)).reduce((all, { pid }) => all + shareOf(pid), 0)
  const isEngine = (program: string) => program.startsWith('restate')
  const isPostgres = (program: string) => program.startsWith('postgres')
  return {
    server: shareOf(pid),
    engine: sum(isEngine),
    postgres: sum(isPostgres),
    runners: sum((program) => !isEngine(program) && !isPostgres(program)),
  }
}
