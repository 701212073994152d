import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Placement } from '../../database/database-engine.ts'
import type { RowEvent, RowRunner, Written } from './row-runner.ts'
import { sampleViews } from './sample-views.ts'
import type { SqliteRecord } from './sqlite-file.ts'
import { SqliteHere } from './sqlite-here.ts'
import { SqliteLane } from './sqlite-lane.ts'
import { runSqliteQuery } from './sqlite-query.ts'
import { writeSqliteSpool } from './sqlite-spool.ts'
import type { SqliteJob, SqliteRan } from './sqlite-thread.ts'
import { typeViews } from './sqlite-views.ts'

const WRITERS = 2

/** Rows in SQLite: short reads here, others in several threads, and each file has one thread that writes. */
export function openSqliteRunner(dataDir: string): RowRunner {
  const folder = join(dataDir, 'projects')
  const readers = new SqliteLane({
    size: Math.min(4, Math.max(2, availableParallelism())),
    isWriter: false,
  })
  const writers = Array.from({ length: WRITERS }, () => new SqliteLane({ size: 1, isWriter: true }))
  const here = new SqliteHere()
  const fileOf = ({ database }: Placement) => join(folder, database)
  const writerOf = ({ database }: Placement): SqliteLane => {
    let sum = 0
    for (const character of database) sum += character.charCodeAt(0)
    return writers[sum % WRITERS] ?? readers
  }
  const read = (job: SqliteJob) => readers.run(job)
  return {
    async read({ placement, release }, { text, values, known }) {
      const job = { file: fileOf(placement), release, statement: { text, values } }
      const soon = known && here.trusts(known) ? here.read(job, known) : undefined
      if (soon) return soon
      const { rows, ms } = (await read({ kind: 'read', ...job })) as SqliteRan
      if (known) Object.assign(known, { ms, at: performance.now() })
      return rows
    },
    async write({ placement, release }, plan) {
      const file = fileOf(placement)
      const job = { kind: 'write', file, release, plan } as const
      try {
        return (await writerOf(placement).run(job)) as Written
      } finally {
        here.letGo(file)
      }
    },
    async writeSpool({ placement, release }, spool) {
      const file = fileOf(placement)
      try {
        await writeSqliteSpool({ file, release, ...spool })
      } finally {
        here.letGo(file)
        here.distrust()
      }
    },
    query: ({ placement }, asked) => runSqliteQuery(fileOf(placement), asked),
    async readRecord(placement) {
      const file = fileOf(placement)
      const record = (await read({ kind: 'record', file })) as SqliteRecord
      const samples = await sampleViews(file, record)
      return { ...record, views: typeViews(record.views, { rows: record.rows, samples }) }
    },
    async readEvents(placement, { most }) {
      const file = fileOf(placement)
      const events = (await read({ kind: 'events', file, most })) as readonly RowEvent[]
      const { environmentId } = placement
      return events.map((event) => ({ ...event, environmentId }))
    },
    async removeEvents(placement, keys) {
      await writerOf(placement).run({ kind: 'remove-events', file: fileOf(placement), keys })
    },
    async close() {
      here.close()
      for (const lane of [readers, ...writers]) await lane.close()
    },
  }
}
