import { listTrash, planSync, saveConfiguration, syncDatabase } from '@plinth/contract'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Context } from '../../app/context/context.ts'
import { eventually } from '../../app/testing/eventually.ts'
import { newProject, newStaff, type Person, withPlatform } from '../../app/testing/people.ts'
import { openPostgresEngine } from '../../databases/postgres/postgres-engine.ts'
import { openSqliteEngine } from '../../databases/sqlite/sqlite-engine.ts'
import { openDatabase } from '../../foundation/platform/database.ts'
import { openVault } from '../../foundation/secrets/vault.ts'
import { findTarget } from '../../projects/environments/target-store.ts'
import { maintainNext } from './maintenance.ts'

let owner: Person
let parts: Pick<Context, 'db' | 'engines' | 'log'>

beforeAll(async () => {
  owner = await newStaff()
  const { databaseUrl, dataDir } = inject('server')
  parts = {
    db: openDatabase({ url: databaseUrl, maxConnections: 4, onError: () => {} }),
    engines: {
      sqlite3: openSqliteEngine(dataDir),
      postgres: openPostgresEngine({
        urlOf: () => databaseUrl,
        vault: openVault('only for placements without a connection'),
        egress: { allowed: new Set(), unverified: new Set() },
      }),
    },
    log: pino({ level: 'silent' }),
  }
})

afterAll(() => parts.db.close())

async function maintainAll(): Promise<void> {
  while (await maintainNext(parts));
}

const upkeepOf = (environmentId: string) =>
  withPlatform(async (on) => {
    const rows = await on.query('select * from maintenance where environment_id = $1', [
      environmentId,
    ])
    return rows.rows[0] as { recover_at: Date | null; purge_at: Date | null } | undefined
  })

const setUpkeep = (environmentId: string, set: string) =>
  withPlatform((on) =>
    on.query(`update maintenance set ${set} where environment_id = $1`, [environmentId]),
  )

describe.each(['sqlite3', 'postgres'] as const)('on %s', (database) => {
  async function dropped(): Promise<{ projectId: string; environmentId: string }> {
    const projectId = await newProject(owner)
    const params = { projectId }
    for (const tables of [
      [
        { id: 'a', name: 'a' },
        { id: 'b', name: 'b' },
      ],
      [{ id: 'a', name: 'a' }],
    ]) {
      const body = { newConfiguration: { database, tables } }
      await owner.client.call(saveConfiguration, { params, body })
      const { plan } = await owner.client.call(planSync, { params })
      const confirm = plan.steps.map((step) => step.id)
      await owner.client.call(syncDatabase, { params, body: { planId: plan.planId, confirm } })
    }
    const target = await findTarget(parts.db, { projectId, environment: 'dev' })
    return { projectId, environmentId: target?.environmentId ?? '' }
  }

  test('purges the trash after 30 days, and not before', async () => {
    const { projectId, environmentId } = await dropped()
    const trash = async () =>
      (await owner.client.call(listTrash, { params: { projectId } })).trash.map(({ name }) => name)
    const planned = await upkeepOf(environmentId)
    expect(planned?.recover_at).toBeNull()
    const days = ((planned?.purge_at?.getTime() ?? 0) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(30, 1)

    await setUpkeep(environmentId, `purge_at = now() - interval '1 second'`)
    await maintainAll()
    expect(await trash()).toEqual(['b'])
    // The server runs maintenance too; the process that has the row's lock schedules the next check.
    await eventually(async () => {
      const next = (await upkeepOf(environmentId))?.purge_at?.getTime() ?? 0
      return next > Date.now()
    })

    await makeOld(projectId)
    await setUpkeep(environmentId, `purge_at = now() - interval '1 second'`)
    await Promise.all([maintainAll(), maintainAll(), maintainAll()])
    await eventually(async () => (await upkeepOf(environmentId))?.purge_at === null)
    expect(await trash()).toEqual([])
  })

  async function makeOld(projectId: string): Promise<void> {
    const target = await findTarget(parts.db, { projectId, environment: 'dev' })
    if (!target) throw new Error('no target')
    const { placement } = target
    if (database === 'postgres') {
      const url = new URL(inject('server').databaseUrl)
      url.pathname = `/${placement.database}`
      const client = new pg.Client({ connectionString: url.href })
      await client.connect()
      await client
        .query(
          `update "${placement.schema}"._plinth_trash set trashed_on = now() - interval '31 days'`,
        )
        .finally(() => client.end())
      return
    }
    const { default: Sqlite } = await import('better-sqlite3')
    const file = new Sqlite(`${inject('server').dataDir}/projects/${placement.database}`)
    file.exec(`update _plinth_trash set trashed_on = '2020-01-01T00:00:00.000Z'`)
    file.close()
  }

  test('requeues a release whose run was lost, and ends it', async () => {
    const { projectId, environmentId } = await dropped()
    const id = await withPlatform(async (on) => {
      const rows = await on.query(
        `update release set state = 'running', ended_at = null where id = (select id from release
         where project_id = $1 order by started_at desc limit 1) returning id`,
        [projectId],
      )
      return String(rows.rows[0].id)
    })
    await setUpkeep(environmentId, `recover_at = now() - interval '1 second'`)
    await maintainAll()
    await eventually(async () => {
      const found = await withPlatform((on) =>
        on.query('select state from release where id = $1', [id]),
      )
      return found.rows[0].state === 'applied'
    })
    expect((await upkeepOf(environmentId))?.recover_at).toBeNull()
  })
})

test('retries an unreachable environment later without blocking others', async () => {
  const projectId = await newProject(owner)
  await owner.client.call(syncDatabase, { params: { projectId }, body: {} })
  const target = await findTarget(parts.db, { projectId, environment: 'dev' })
  const environmentId = target?.environmentId ?? ''
  await withPlatform((on) =>
    on.query(`update placement set database = 'away.db' where environment_id = $1`, [
      environmentId,
    ]),
  )
  await setUpkeep(environmentId, `purge_at = now() - interval '1 second'`)
  await maintainAll()
  expect((await upkeepOf(environmentId))?.purge_at?.getTime()).toBeGreaterThan(Date.now())
})
