import { readdir, readFile, readlink } from 'node:fs/promises'
import { basename } from 'node:path'

export interface FoundProcess {
  pid: number
  /** The program's file, even if an upgrade has replaced it since. */
  file: string
  /** False for child processes of a server, which change their title. */
  leads: boolean
}

/** Running programs with these names whose working directory is in `folder`; empty without /proc. */
export async function findProcesses(folder: string, programs: string[]): Promise<FoundProcess[]> {
  const entries = await readdir('/proc').catch((): string[] => [])
  const pids = entries.map(Number).filter((pid) => Number.isInteger(pid))
  const found = await Promise.all(pids.map((pid) => inspect(pid)))
  return found.flatMap((process) => {
    if (!process || !programs.includes(basename(process.file))) return []
    const inside = process.cwd === folder || process.cwd.startsWith(`${folder}/`)
    return inside ? [process] : []
  })
}

async function inspect(pid: number): Promise<(FoundProcess & { cwd: string }) | undefined> {
  try {
    const [cwd, link, title] = await Promise.all([
      readlink(`/proc/${pid}/cwd`),
      readlink(`/proc/${pid}/exe`),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ])
    const file = link.replace(/ \(deleted\)$/, '')
    return { pid, cwd, file, leads: title.split('\0')[0] === file }
  } catch {
    // It has ended meanwhile, or belongs to another account.
    return undefined
  }
}
