import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { planMigration } from '@plinth/schema'
import type { DatabaseEngine, Placement } from '../engine/database-engine.ts'
import type { FillRequest, SnapshotPart } from '../engine/row-snapshot.ts'
import { withoutRefusedViews } from '../query-check/without-refused-views.ts'
import { createFile, syncFolder } from './catalogue/create-file.ts'
import { openWorker } from './open-worker.ts'

const PART_BYTES = 4 * 1024 * 1024
const ENDING = '.snapshot'

async function* readFile(file: string): AsyncGenerator<SnapshotPart> {
  let number = 0
  for await (const body of createReadStream(file, { highWaterMark: PART_BYTES })) {
    number += 1
    yield { name: `db.${String(number).padStart(6, '0')}`, body }
  }
}

async function writeFile(file: string, parts: AsyncIterable<SnapshotPart>): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    for await (const { body } of parts) await handle.write(body)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

type Copies = Pick<DatabaseEngine, 'openSnapshot' | 'fill' | 'sweepSnapshots'>

/** Copies environments as whole files: a consistent copy out, and a new file in. */
export function openSqliteCopies(folder: string): Copies {
  // A separate thread: copying a large file must not delay a sync.
  const worker = openWorker()
  const removeAll = async (file: string) => {
    for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(file + suffix, { force: true })
  }

  async function openSnapshot({ database }: Placement, id: string) {
    const copy = join(folder, `${database}.${id}${ENDING}`)
    const close = () => removeAll(copy)
    try {
      await worker.run({ name: 'copy', file: join(folder, database), input: copy })
      const { applied } = await worker.run({ name: 'catalogue', file: copy, input: null })
      const counted = await worker.run({ name: 'count', file: copy, input: null })
      const { tables, rows } = counted
      return { applied, tables, rows: () => rows, parts: () => readFile(copy), close }
    } catch (error) {
      await close()
      throw error
    }
  }

  async function fill({ database, environmentId }: Placement, request: FillRequest): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, database)
    const draft = `${file}.draft`
    const from = `${file}.incoming`
    for (const each of [draft, from, file]) await removeAll(each)
    const { applied, replaced } = request
    try {
      await writeFile(from, request.parts)
      createFile(draft, environmentId)
      await createTables(draft, request)
      await worker.run({ name: 'import', file: draft, input: { from, applied, replaced } })
    } finally {
      await removeAll(from)
    }
    // Rename last, so that the file only appears once it is complete.
    await rename(draft, file)
    await syncFolder(folder)
  }

  async function createTables(file: string, { applied, id, by }: FillRequest): Promise<void> {
    const live = await worker.run({ name: 'catalogue', file, input: null })
    const plan = await withoutRefusedViews(planMigration({ live, wanted: applied }))
    const options = { plan, migrationId: id, by, undoes: null }
    const made = await worker.run({ name: 'apply', file, input: options })
    if (made.kind !== 'applied')
      throw new Error(`restore: creating the tables failed: ${made.kind}`)
  }

  return {
    openSnapshot,
    fill,
    async sweepSnapshots(isAlive) {
      for (const name of await readdir(folder).catch(() => [])) {
        const id = /\.([a-z]{3}_[a-z0-9]{26})\.snapshot(-wal|-shm|-journal)?$/.exec(name)?.[1]
        if (id && !(await isAlive(id))) await rm(join(folder, name), { force: true })
      }
    },
  }
}
