import { countRows, MAX_COUNTED_ROWS, saveAvailability } from '@plinth/contract'
import { expect, inject, test } from 'vitest'
import { expectApiError, join, newProject, newStaff } from '../../app/testing/people.ts'
import { applyTables } from '../testing/shelf.ts'

const column = { id: 'c1', name: 'title', type: 'text' }
const TABLES = [
  { id: 't1', name: 'books', columns: [column] },
  { id: 't2', name: 'authors', columns: [{ ...column, id: 'c2' }] },
  { id: 't3', name: 'titles', type: 'Computed', query: 'select id, title from books' },
]

test.each(['postgres', 'sqlite3'] as const)(
  'counts the rows of all tables on %s, up to a bound',
  async (database) => {
    const [owner, developer] = [await newStaff(), await newStaff()]
    const projectId = await newProject(owner)
    await join(developer, { projectId, role: 'developer' })
    await applyTables({ projectId, owner, database, tables: TABLES })
    const params = { projectId }
    const counted = async (environment: 'dev' | 'production' = 'dev') =>
      (await developer.client.call(countRows, { params, query: { environment } })).counts
    const add = async (table: string, rows: number) => {
      const answer = await fetch(
        `${inject('server').address}/api/data/${table}/import?$projectId=${projectId}`,
        {
          method: 'POST',
          headers: {
            authorization: `Bearer ${owner.token}`,
            'content-type': 'application/x-ndjson',
          },
          body: '{"title":"a"}\n'.repeat(rows),
        },
      )
      expect(answer.status).toBe(200)
    }
    const empty = { tableId: 't2', rows: 0, more: false }
    await add('books', MAX_COUNTED_ROWS)
    expect(await counted()).toEqual([{ tableId: 't1', rows: MAX_COUNTED_ROWS, more: false }, empty])
    await add('books', 1)
    expect(await counted()).toEqual([{ tableId: 't1', rows: MAX_COUNTED_ROWS, more: true }, empty])
    expect((await expectApiError(counted('production'))).status).toBe(403)
    await owner.client.call(saveAvailability, { params, body: { state: 'read-only' } })
    expect(await counted()).toHaveLength(2)
  },
)
