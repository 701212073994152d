import { randomUUID } from 'node:crypto'
import type { Configuration, Database } from '@plinth/contract'
import type { Placement } from '../../databases/engine/database-engine.ts'
import { ROW_OPERATIONS, type Watching } from '../../databases/engine/row-event.ts'
import { configure, field, table } from '../../databases/testing/configurations.ts'
import type { EngineHarness } from '../../databases/testing/engine-harness.ts'
import { sync } from '../../databases/testing/sync.ts'
import { openVault } from '../../foundation/secrets/vault.ts'
import { openPostgresRunner } from '../runners/postgres/postgres-runner.ts'
import type { RowRunner } from '../runners/row-runner.ts'
import { openSqliteRunner } from '../runners/sqlite/sqlite-runner.ts'

export const LIVE: Watching = { operations: ROW_OPERATIONS, live: true, triggers: {} }

export const openRunnerOf = ({ name, place }: EngineHarness) => openRunnerAt(name, place)

/** A runner on the folder of SQLite's files, or on the PostgreSQL at a URL. */
export function openRunnerAt(engine: Database, place: string): RowRunner {
  if (engine === 'sqlite3') return openSqliteRunner(place)
  return openPostgresRunner({
    urlOf: () => place,
    vault: openVault('only for placements without a connection'),
    egress: { allowed: new Set<string>(), unverified: new Set<string>() },
    onError: () => undefined,
  })
}

export const postsOf = (harness: EngineHarness): Configuration =>
  configure(harness.name, table('post', [field('title'), field('n', 'number')]))

/** A new environment with an empty table of posts. */
export async function newPosts(harness: EngineHarness, watching?: Watching): Promise<Placement> {
  const placement = await harness.newPlacement()
  await sync(harness, { placement, wanted: postsOf(harness) })
  if (watching) await harness.engine.watchRows(placement, { t_post: watching })
  return placement
}

export async function addPost(
  harness: EngineHarness,
  { placement, title }: { placement: Placement; title: string },
): Promise<string> {
  const id = randomUUID()
  await harness.query(placement, 'insert into "post" ("id", "title") values (?, ?)', [id, title])
  return id
}
