import { beforeAll, describe, expect, test } from 'vitest'
import { newProject, newStaff, type Person } from '../../app/testing/people.ts'
import { POSTGRES_AGGREGATE } from '../testing/queries/postgres-aggregate.ts'
import { POSTGRES_DATE } from '../testing/queries/postgres-date.ts'
import { POSTGRES_JSON } from '../testing/queries/postgres-json.ts'
import { POSTGRES_SELECT } from '../testing/queries/postgres-select.ts'
import { POSTGRES_WINDOW } from '../testing/queries/postgres-window.ts'
import { POSTGRES_WITH } from '../testing/queries/postgres-with.ts'
import { QUERY_ROWS, QUERY_TABLES } from '../testing/queries/query-tables.ts'
import { SQLITE_AGGREGATE } from '../testing/queries/sqlite-aggregate.ts'
import { SQLITE_DATE } from '../testing/queries/sqlite-date.ts'
import { SQLITE_JSON } from '../testing/queries/sqlite-json.ts'
import { SQLITE_SELECT } from '../testing/queries/sqlite-select.ts'
import { SQLITE_WINDOW } from '../testing/queries/sqlite-window.ts'
import { SQLITE_WITH } from '../testing/queries/sqlite-with.ts'
import { applyTables, send } from '../testing/shelf.ts'

const TOPICS = {
  postgres: [
    POSTGRES_SELECT,
    POSTGRES_WITH,
    POSTGRES_WINDOW,
    POSTGRES_AGGREGATE,
    POSTGRES_JSON,
    POSTGRES_DATE,
  ],
  sqlite3: [SQLITE_SELECT, SQLITE_WITH, SQLITE_WINDOW, SQLITE_AGGREGATE, SQLITE_JSON, SQLITE_DATE],
}

describe.each(['postgres', 'sqlite3'] as const)('queries of the manual of %s', (database) => {
  let owner: Person
  let projectId: string
  const post = (table: string, body: object) =>
    send('POST', table, { token: owner.token, query: { $projectId: projectId }, body })

  beforeAll(async () => {
    owner = await newStaff()
    projectId = await newProject(owner)
    await applyTables({ projectId, owner, database, tables: QUERY_TABLES })
    for (const [table, rows] of Object.entries(QUERY_ROWS))
      for (const row of rows) expect((await post(table, row)).status).toBe(200)
  })

  test.each(TOPICS[database])(
    'answers every query of $topic',
    { timeout: 120_000 },
    async ({ queries }) => {
      for (const query of queries) {
        const { status, body } = await post('weather', { query })
        expect({ query, status, error: body.error?.message }).toEqual({ query, status: 200 })
      }
    },
  )

  test('has at least 100 queries', () => {
    const all = TOPICS[database].flatMap(({ queries }) => queries)
    expect(new Set(all).size).toBe(all.length)
    expect(all.length).toBeGreaterThanOrEqual(100)
  })
})
