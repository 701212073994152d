import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openWorker } from '../../../databases/sqlite/open-worker.ts'
import type { RowSandbox, Written } from '../row-runner.ts'
import { SandboxRefusal } from '../sandbox-refusal.ts'
import { runSqliteQuery } from './sqlite-query.ts'
import type { SqliteReadResult } from './sqlite-thread.ts'
import { SqliteWorkerPool } from './sqlite-worker-pool.ts'

/** Larger files would take too long to copy, and too much of the disk. */
const MAX_COPIED_BYTES = 64 * 1024 * 1024
const TOO_LARGE = `It changes rows, and the database of this environment is larger than ${MAX_COPIED_BYTES / 1024 / 1024} MB.`
/** A sandbox is closed long before; an older copy is one that a killed process left. */
const LEFT_AFTER_MS = 60_000

/** Nobody waits for the process of a sandbox, so that its statements may take longer than those of a shared one. */
const APART_TIMES = 3

const folderOf = (dataDir: string) => join(dataDir, 'sandboxes')

/** Removes copies that a killed process left. */
export async function sweepSqliteSandboxes(dataDir: string, now = Date.now()): Promise<void> {
  const folder = folderOf(dataDir)
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found && found.mtimeMs < now - LEFT_AFTER_MS)
      await rm(join(folder, name), { recursive: true, force: true })
  }
}

async function throwIfLarge(file: string): Promise<void> {
  let bytes = 0
  for (const suffix of ['', '-wal']) {
    const found = await stat(file + suffix).catch(() => undefined)
    bytes += found?.size ?? 0
  }
  if (bytes > MAX_COPIED_BYTES) throw new SandboxRefusal(TOO_LARGE)
}

interface Opening {
  readonly dataDir: string
  /** Of the environment, which is only read. */
  readonly file: string
  readonly statementMs: number
}

/** A copy of an environment's file in a process of its own, which blocks no other writer. */
async function openCopy(
  { dataDir, file, statementMs }: Opening,
  copier: ReturnType<typeof openWorker>,
): Promise<RowSandbox> {
  await throwIfLarge(file)
  await sweepSqliteSandboxes(dataDir)
  await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 })
  const home = await mkdtemp(join(folderOf(dataDir), 'copy-'))
  const copy = join(home, 'rows.sqlite')
  const pool = new SqliteWorkerPool({
    size: 1,
    isWriter: true,
    isApart: true,
    maxFiles: 1,
    statementMs: APART_TIMES * statementMs,
    isTemporary: true,
  })
  const close = async () => {
    await pool.close()
    // The killed process may still be ending.
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await copier.run({ name: 'copy', file, input: copy })
  } catch (error) {
    await close()
    throw error
  }
  return {
    async read({ release }, { text, values, list, maxBytes, minRows = 0 }) {
      const cut = maxBytes && { maxBytes, minRows }
      const statement = { text, values, ...(list && { list }), ...cut }
      const read = await pool.run({ kind: 'read', file: copy, release, statement })
      return (read as SqliteReadResult).rows
    },
    write: async ({ release }, plan) =>
      (await pool.run({ kind: 'write', file: copy, release, plan })) as Written,
    query: (_target, asked) => runSqliteQuery(copy, asked, statementMs),
    async writeSpool() {
      throw new Error('sandbox: imports are not supported')
    },
    close,
  }
}

/** Opens sandboxes of files; the thread that copies them starts on first use. */
export function openSqliteSandboxes({
  dataDir,
  statementMs,
}: Pick<Opening, 'dataDir' | 'statementMs'>): (file: string) => Promise<RowSandbox> {
  const copier = openWorker()
  return (file) => openCopy({ dataDir, file, statementMs }, copier)
}
