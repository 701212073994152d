import { access, constants, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type {
  ApplyRequest,
  ApplyResult,
  DatabaseEngine,
  Placement,
} from '../engine/database-engine.ts'
import { planLastUndo, planTrashRestore } from '../engine/plan-undo.ts'
import { findRefusedView } from '../query-check/find-refused-view.ts'
import { createFile, syncFolder } from './catalogue/create-file.ts'
import { openSqliteCopies } from './copies.ts'
import { writeSqliteSql } from './migrate/write-sql.ts'
import { openWorker } from './open-worker.ts'
import type { Tasks } from './tasks.ts'

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

/** Tasks that only read. */
type Reads = 'catalogue' | 'migrations' | 'count' | 'usage'

/** One file per environment, in `projects/` of the data folder. */
export function openSqliteEngine(dataDir: string): DatabaseEngine {
  const folder = join(dataDir, 'projects')
  const worker = openWorker()
  const fileOf = ({ database }: Placement) => join(folder, database)
  const read = <N extends Reads>(name: N, placement: Placement) =>
    worker.run({ name, file: fileOf(placement), input: null as Tasks[N]['input'] })
  const findDone = async (
    placement: Placement,
    migrationId: string,
  ): Promise<ApplyResult | undefined> => {
    const done = await engine.readMigration(placement, migrationId)
    return done && { kind: 'applied', migrationId, configuration: done.after }
  }
  const apply = async (
    placement: Placement,
    { plan, migrationId, by, onProgress, signal }: ApplyRequest,
    undoes: string | null = null,
  ): Promise<ApplyResult> => {
    const done = await findDone(placement, migrationId)
    if (done) return done
    // Before the worker's transaction, because checking is asynchronous.
    const refused = await findRefusedView(plan, 'sqlite3')
    if (refused) return { kind: 'refused', ...refused }
    const options = { plan, migrationId, by, undoes }
    return worker.run({
      name: 'apply',
      file: fileOf(placement),
      input: options,
      onProgress,
      signal,
    })
  }
  const undoOrRestore = async (
    placement: Placement,
    acting: Omit<ApplyRequest, 'plan'>,
    planIt: () => ReturnType<typeof planLastUndo>,
  ): Promise<ApplyResult> => {
    const done = await findDone(placement, acting.migrationId)
    if (done) return done
    const back = await planIt()
    if ('result' in back) return back.result
    return apply(placement, { ...acting, plan: back.plan }, back.undoes)
  }
  const engine: DatabaseEngine = {
    async provision(placement) {
      const file = fileOf(placement)
      if (await exists(file)) {
        await worker.run({ name: 'ensure', file, input: null })
        return
      }
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const draft = `${file}.draft`
      await rm(draft, { force: true })
      createFile(draft, placement.environmentId)
      // Rename last, so that the file only appears once it is complete.
      await rename(draft, file)
      await syncFolder(folder)
    },
    async ensureInternalTables(placement) {
      await worker.run({ name: 'ensure', file: fileOf(placement), input: null })
    },
    async drop({ database }) {
      for (const name of [database, `${database}.draft`, `${database}.incoming`]) {
        for (const suffix of ['', '-wal', '-shm', '-journal']) {
          await rm(join(folder, name + suffix), { force: true })
        }
      }
    },
    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await access(folder, constants.W_OK)
    },
    readCatalogue: (placement) => read('catalogue', placement),
    adopt: async () => {
      throw new Error('sqlite: adopt is not supported')
    },
    measurePlan: (placement, plan) =>
      worker.run({ name: 'measure', file: fileOf(placement), input: plan }),
    writeSql: writeSqliteSql,
    applyPlan: (placement, request) => apply(placement, request),
    undoLast: (placement, acting) =>
      undoOrRestore(placement, acting, () => planLastUndo({ engine, placement })),
    restoreFromTrash: (placement, { trashId, ...acting }) =>
      undoOrRestore(placement, acting, () => planTrashRestore({ engine, placement }, trashId)),
    purgeTrash: (placement, { before }) =>
      worker.run({ name: 'purge', file: fileOf(placement), input: before.toISOString() }),
    async watchRows(placement, watched) {
      await worker.run({ name: 'watch', file: fileOf(placement), input: watched })
    },
    readMigrations: (placement) => read('migrations', placement),
    readMigration: (placement, id) =>
      worker.run({ name: 'migration', file: fileOf(placement), input: id }),
    // A migration is one transaction: SQLite rolls an interrupted one back.
    recover: async () => [],
    countRows: (placement) => read('count', placement),
    measureUsage: (placement) => read('usage', placement),
    ...openSqliteCopies(folder),
  }
  return engine
}
