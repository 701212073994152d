import {
  Configuration,
  deployDatabase,
  explainRow,
  getConfiguration,
  getProject,
  listAudit,
  planDeploy,
  planSync,
  saveConfiguration,
  syncDatabase,
  undoRelease,
} from '@plinth/contract'
import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import {
  expectApiError,
  guest,
  newProject,
  newStaff,
  type Person,
  theAdmin,
} from '../../app/testing/people.ts'
import { findRefusedQueries } from '../../databases/query-check/find-refused-queries.ts'
import { openDatabase } from '../../foundation/platform/database.ts'
import { findPlacedEnvironment } from '../environments/environment-store.ts'
import { openRefusedRecord } from '../environments/record-refused.ts'
import { insideDev, plantQuery } from '../testing/plant-query.ts'
import { applyTables, send } from '../testing/shelf.ts'

const open = { list: 'id != ""', view: 'id != ""', create: '', update: '', delete: '' }
const text = (id: string) => ({ id, name: 'name', type: 'text' })
const topic = { id: 'topic', name: 'topic', columns: [text('topicName')], rules: open }
const comp = (query: string) => {
  return { id: 'comp', name: 'comp', type: 'Computed', query, rules: open }
}
/** Its rules reference the Computed table. */
const board = {
  id: 'board',
  name: 'board',
  columns: [text('boardName')],
  rules: { ...open, list: '@table.comp.id != ""', create: '!(@table.comp.id != "")' },
}
const GOOD = 'select "id", "name" as "x" from "topic"'
const BAD = {
  postgres: `select "id", pg_read_file('/etc/hostname') as "x" from "topic"`,
  sqlite3: `select "id", load_extension('x') as "x" from "topic"`,
}
/** Queries that earlier versions accepted as one harmless SELECT. */
const SMUGGLED = {
  postgres: [
    `select "id", 1 as a$x$, pg_read_file('/etc/hostname')::text as "x", 2 as b$x$ from "topic"`,
    `select "id", 1 as a$x$ from "topic"; select pg_sleep(0); select 2 as b$x$`,
    `select "id", (select max(word) from ts_stat('select to_tsvector(''a'')')) as "x" from "topic"`,
  ],
  sqlite3: [
    "select id, 1 as `'` from topic; commit; vacuum into '/tmp/never.db'; begin; select 2 as `'2`",
    "select id, 1 as `'`, load_extension('x') as x, 2 as `'2` from topic",
  ],
}
const REASON = /^The query of "comp" is refused\. .+ Change it in the Data tab and sync\.$/

describe.each(['postgres', 'sqlite3'] as const)('a rejected query on %s', (database) => {
  let owner: Person
  let projectId: string
  const params = () => ({ params: { projectId } })
  const ask = (path: string, token?: string, more: Record<string, string> = {}) =>
    send('GET', path, { token, query: { $projectId: projectId, ...more } })
  const raw = (query: string) =>
    send('POST', 'topic', {
      token: owner.token,
      query: { $projectId: projectId },
      body: { query },
    })
  const draftOf = (query: string) =>
    Configuration.parse({ database, tables: [topic, comp(query), board] })
  const save = (query: string) =>
    owner.client.call(saveConfiguration, {
      ...params(),
      body: { newConfiguration: draftOf(query) },
    })
  const untilRefused = () => expect.poll(async () => (await ask('comp')).status).toBe(503)
  const blockingOf = ({ steps }: { steps: readonly { class: string; words: string }[] }) =>
    steps.filter((step) => step.class === 'blocking').map(({ words }) => words)

  beforeAll(async () => {
    owner = await newStaff()
  })
  beforeEach(async () => {
    projectId = await newProject(owner)
    await applyTables({ projectId, owner, database, tables: [topic, comp(GOOD), board] })
    const query = { $projectId: projectId }
    for (const table of ['topic', 'board'])
      await send('POST', table, { token: owner.token, query, body: { name: 'one' } })
    expect((await ask('comp')).body.data).toMatchObject([{ x: 'one' }])
    expect((await ask('board')).body.data).toMatchObject([{ name: 'one' }])
    await plantQuery({ projectId, table: 'comp', query: BAD[database] })
    await untilRefused()
  })

  test('makes every read of the table answer 503 with the reason, and leaves other tables usable', async () => {
    const { token } = owner
    const [first] = (await ask('topic')).body.data as { id: string }[]
    const reads = [
      await ask('comp'),
      await ask('comp', token),
      await ask('comp', token, { $version: 'v2', $count: 'true' }),
      await ask('comp', token, { $filter: 'id != ""', $sort: '-id' }),
      await ask(`comp/${first?.id}`, token),
      await ask('comp/export', token),
      await raw('select "id" from "comp"'),
      await raw('select "name" from "topic" where "id" in (select "id" from comp)'),
      await ask('board'),
    ]
    for (const { status, body } of reads) {
      expect(status).toBe(503)
      expect(body.error).toMatchObject({
        code: 'unavailable',
        message: expect.stringMatching(REASON),
      })
    }
    expect((await ask('topic')).body.data).toMatchObject([{ name: 'one' }])
    expect((await ask('board', token)).body.data).toMatchObject([{ name: 'one' }])
    expect((await raw('select "name" from "topic"')).status).toBe(200)
  })

  test('a rule that references the table denies writes', async () => {
    const query = { $projectId: projectId }
    const written = await send('POST', 'board', { query, body: { name: 'two' } })
    expect(written.status).toBe(503)
    expect((await ask('board', owner.token)).body.data).toHaveLength(1)
    const explained = owner.client.call(explainRow, {
      ...params(),
      body: { environment: 'dev', table: 'board', rowId: null, user: null },
    })
    expect(await expectApiError(explained)).toMatchObject({ status: 503 })
  })

  test('is shown to staff with the unchanged configuration', async () => {
    const { projectData } = await owner.client.call(getProject, params())
    const { refusedQueries, configuration } = projectData
    expect(refusedQueries).toMatchObject([
      { environment: 'dev', tableId: 'comp', table: 'comp', reason: expect.stringMatching(/\S/) },
    ])
    for (const { tables } of [configuration.old_configuration, configuration.new_configuration])
      expect(tables.find(({ id }) => id === 'comp')?.query).toBe(BAD[database])
    const seen = await guest().call(getConfiguration, params())
    expect(JSON.stringify(seen)).not.toMatch(/refused/)
  })

  test('blocks the sync until its text changes', async () => {
    const { plan } = await owner.client.call(planSync, { ...params(), body: {} })
    expect(blockingOf(plan)).toEqual([expect.stringMatching(/The query of "comp" is refused\. /)])
    const sync = () => owner.client.call(syncDatabase, { ...params(), body: {} })
    expect(await expectApiError(sync())).toMatchObject({ code: 'blocked' })
    await save(`${GOOD} where "name" <> ''`)
    await sync()
    expect((await ask('comp')).body.data).toMatchObject([{ x: 'one' }])
    expect((await ask('board')).body.data).toMatchObject([{ name: 'one' }])
    const { projectData } = await owner.client.call(getProject, params())
    expect(projectData.refusedQueries).toBeUndefined()
  })

  test('cannot be restored by an undo', async () => {
    await save(`${GOOD} where "name" <> ''`)
    await owner.client.call(syncDatabase, { ...params(), body: {} })
    const undone = await expectApiError(owner.client.call(undoRelease, params()))
    expect(undone.message).toMatch(/The query of "comp" is refused\. /)
    expect((await ask('comp')).body.data).toMatchObject([{ x: 'one' }])
  })

  test('blocks a deploy', async () => {
    const admin = await theAdmin()
    const { plan } = await admin.client.call(planDeploy, params())
    expect(blockingOf(plan)).toEqual([expect.stringMatching(/The query of "comp" is refused\. /)])
    const deployed = admin.client.call(deployDatabase, { ...params(), body: {} })
    expect(await expectApiError(deployed)).toMatchObject({ code: 'blocked' })
  })

  test('is audited once across processes', async () => {
    const db = openDatabase({
      url: inject('server').databaseUrl,
      maxConnections: 2,
      onError: () => undefined,
    })
    const placed = await findPlacedEnvironment(db, { projectId, environment: 'dev' })
    const refused = await findRefusedQueries(draftOf(BAD[database]))
    // Each stands for a starting process.
    if (placed) for (let at = 0; at < 3; at += 1) await openRefusedRecord(db)(placed, refused)
    await db.close()
    const { entries } = await owner.client.call(listAudit, { ...params(), query: {} })
    expect(entries.filter(({ action }) => action === 'refused query')).toMatchObject([
      {
        person: null,
        area: 'table',
        entity_id: 'comp',
        environment: 'dev',
        after: { table: 'comp', query: BAD[database], reason: expect.stringMatching(/\S/) },
      },
    ])
  })

  test.runIf(database === 'postgres')('a missing view answers 503 until a sync', async () => {
    await plantQuery({ projectId, table: 'comp', query: GOOD, statements: ['drop view "comp"'] })
    await expect
      .poll(async () => (await ask('comp')).body.error?.message)
      .toMatch(/Its view is not in the database/)
    await owner.client.call(syncDatabase, { ...params(), body: {} })
    await expect.poll(async () => (await ask('comp')).body.data).toMatchObject([{ x: 'one' }])
  })

  test('a table that reads a rejected one is rejected too', async () => {
    const other = await newProject(owner)
    const over = { ...comp('select "id", "x" from "comp"'), id: 'over', name: 'over' }
    const tables = [topic, comp(GOOD), over]
    await applyTables({ projectId: other, owner, database, tables })
    projectId = other
    expect((await ask('over')).status).toBe(200)
    await plantQuery({ projectId, table: 'comp', query: BAD[database] })
    await untilRefused()
    const { status, body } = await ask('over')
    expect([status, body.error?.message]).toEqual([
      503,
      expect.stringMatching(/^The query of "over" is refused\. /),
    ])
  })

  test.each(SMUGGLED[database])('is never read: %s', async (query) => {
    const statements = [
      'drop view if exists "comp"',
      `create view "comp" as select "id", 'stolen' as "x" from "topic"`,
    ]
    await plantQuery({ projectId, table: 'comp', query, statements })
    await untilRefused()
    const { projectData } = await owner.client.call(getProject, params())
    expect(projectData.refusedQueries).toMatchObject([{ tableId: 'comp' }])
    for (const { body } of [await ask('comp'), await raw('select * from "comp"')])
      expect(JSON.stringify(body)).not.toContain('stolen')
  })

  test.runIf(database === 'sqlite3')(
    'views and triggers of other statements are replaced before anything reads them',
    async () => {
      const statements = [
        `create view "comp" as select "id", 'stolen' as "x" from "topic"`,
        'create view "more" as select * from "board"',
        `create trigger "more_too" after insert on "board"
           begin update "topic" set "name" = 'stolen'; end`,
      ]
      await plantQuery({ projectId, table: 'comp', query: GOOD, statements })
      const answers: unknown[] = []
      await expect
        .poll(async () => answers.push((await ask('comp')).body) && answers.at(-1))
        .toMatchObject({ data: [{ x: 'one' }] })
      expect(JSON.stringify(answers)).not.toContain('stolen')
      const found = await insideDev(projectId, (run) =>
        run(`select name from sqlite_schema where type in ('view', 'trigger')`),
      )
      expect(found).toEqual([{ name: 'comp' }])
    },
  )
})
