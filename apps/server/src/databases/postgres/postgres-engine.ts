import { planMigration } from '@plinth/schema'
import type pg from 'pg'
import type { ApplyRequest, DatabaseEngine, Placement } from '../engine/database-engine.ts'
import { planLastUndo, planTrashRestore } from '../engine/plan-undo.ts'
import { withoutRefusedViews } from '../query-check/without-refused-views.ts'
import { dropEnvironment, provisionEnvironment } from './access/provision.ts'
import { watchRows } from './access/watch-rows.ts'
import { ensurePostgresTables } from './catalogue/bookkeeping.ts'
import { fillTables } from './catalogue/fill.ts'
import { measurePostgresUsage } from './catalogue/measure-usage.ts'
import {
  readPostgresMigration,
  readPostgresMigrations,
  recordCatalogue,
} from './catalogue/migration-store.ts'
import { purgePostgresTrash } from './catalogue/purge-trash.ts'
import { readPostgresCatalogue } from './catalogue/read-catalogue.ts'
import { countPostgresRows, openSnapshot } from './catalogue/snapshot.ts'
import {
  connectTo,
  connectWith,
  ensureDatabase,
  type PostgresEngineOptions,
  withConnection,
} from './connection/connect.ts'
import { inTransaction } from './connection/transact.ts'
import { applyPostgresPlan, continueMigration, withEnvironmentLock } from './migrate/apply-plan.ts'
import { measurePostgresPlan } from './migrate/measure-plan.ts'
import { recoverMigrations } from './migrate/recover.ts'
import { writePostgresSql } from './migrate/write-sql.ts'

/** One schema per environment, in data databases separate from the platform's own. */
export function openPostgresEngine(options: PostgresEngineOptions): DatabaseEngine {
  const connect = connectWith(options)
  const at = (placement: Placement) => ({ connect, placement })
  const inSchema = <T>(
    placement: Placement,
    use: (client: pg.Client, schema: string) => Promise<T>,
  ) => withConnection(at(placement), (client) => use(client, placement.schema))
  const undoOrRestore = async (
    placement: Placement,
    acting: Omit<ApplyRequest, 'plan'>,
    planIt: () => ReturnType<typeof planLastUndo>,
  ) => {
    const resumed = await continueMigration({ ...at(placement), acting })
    if (resumed) return resumed
    const back = await planIt()
    if ('result' in back) return back.result
    const { plan, undoes } = back
    return applyPostgresPlan({ ...at(placement), request: { ...acting, plan }, undoes })
  }
  const engine: DatabaseEngine = {
    async provision(placement) {
      if (!placement.connection) await ensureDatabase(options, placement)
      await withConnection(at(placement), (client) => provisionEnvironment(client, placement))
    },
    ensureInternalTables: (placement) => inSchema(placement, ensurePostgresTables),
    drop: (placement) =>
      withConnection(at(placement), (client) => dropEnvironment(client, placement)),
    async check() {
      const client = await connectTo(options.urlOf('default'))
      await client.query('select 1').finally(() => client.end())
    },
    readCatalogue: (placement) => inSchema(placement, readPostgresCatalogue),
    adopt: (placement, configuration) =>
      withConnection(at(placement), (client) =>
        inTransaction(client, () =>
          recordCatalogue(client, { schema: placement.schema, configuration }),
        ),
      ),
    measurePlan: (placement, plan) =>
      withConnection(at(placement), (client) => measurePostgresPlan(client, plan)),
    writeSql: writePostgresSql,
    applyPlan: (placement, request) => applyPostgresPlan({ ...at(placement), request }),
    undoLast: (placement, acting) =>
      undoOrRestore(placement, acting, () => planLastUndo({ engine, placement })),
    restoreFromTrash: (placement, { trashId, ...acting }) =>
      undoOrRestore(placement, acting, () => planTrashRestore({ engine, placement }, trashId)),
    async purgeTrash(placement, { before }) {
      const { schema } = placement
      const purge = await withEnvironmentLock(at(placement), (client) =>
        purgePostgresTrash(client, { schema, before }),
      )
      return purge ?? []
    },
    async watchRows(placement, watched) {
      const done = await withEnvironmentLock(at(placement), async (client) => {
        await watchRows(client, { placement, watched })
        return true
      })
      if (!done) throw new Error('migration: another one of this environment is running')
    },
    readMigrations: (placement) => inSchema(placement, readPostgresMigrations),
    readMigration: (placement, id) =>
      withConnection(at(placement), (client) =>
        readPostgresMigration(client, { schema: placement.schema, id }),
      ),
    async recover(placement) {
      const { schema } = placement
      const done = await withEnvironmentLock(at(placement), (client) =>
        recoverMigrations(client, { schema }),
      )
      return done ?? []
    },
    countRows: (placement) => inSchema(placement, countPostgresRows),
    measureUsage: (placement) => inSchema(placement, measurePostgresUsage),
    openSnapshot: (placement) => openSnapshot(connect, placement),
    async fill(placement, request) {
      await engine.drop(placement).catch(() => {})
      await engine.provision(placement)
      const live = await engine.readCatalogue(placement)
      const plan = await withoutRefusedViews(planMigration({ live, wanted: request.applied }))
      const { id: migrationId, by } = request
      const made = await engine.applyPlan(placement, { plan, migrationId, by })
      if (made.kind !== 'applied')
        throw new Error(`restore: creating the tables failed: ${made.kind}`)
      await withConnection(at(placement), (client) => fillTables(client, { placement, request }))
    },
    // A snapshot is a transaction and ends with its connection.
    sweepSnapshots: async () => {},
  }
  return engine
}
