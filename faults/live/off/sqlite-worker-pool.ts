import { SqliteWorkerPool as Pool } from '../../../apps/server/src/rows/runners/sqlite/sqlite-worker-pool.ts'

type Options = ConstructorParameters<typeof Pool>[0]
let readers: Pool | undefined

/** Reads the logs with the threads that read rows. */
export class SqliteWorkerPool extends Pool {
  constructor(options: Options) {
    super(options)
    if (!options.isWriter && !options.isApart) readers ??= this
  }

  override run(...[job, expectedMs]: Parameters<Pool['run']>): Promise<unknown> {
    if (job.kind !== 'read-log' || !readers || readers === this) return super.run(job, expectedMs)
    return readers.run(job, expectedMs)
  }
}
