import { Configuration, createKey } from '@plinth/contract'
import { beforeAll, expect, test } from 'vitest'
import { appConfiguration, newApp } from '../../app/testing/app-tables.ts'
import { runGuideSamples } from '../../app/testing/documentation/run-guide-samples.ts'
import { newStaff, type Person } from '../../app/testing/people.ts'
import { livePlace } from '../live/testing/live-place.ts'
import { PAPERS } from '../testing/papers-table.ts'

let owner: Person

beforeAll(async () => {
  owner = await newStaff()
})

const OPEN = { list: 'true', view: 'true', create: 'true', update: 'true', delete: 'true' }
const link = { tableId: 'posts', columnId: 'p_author', backColumnName: 'author', hasMultiple: true }
const back = { tableId: 'writers', columnId: 'w_posts', backColumnName: 'posts' }
const key = { ...back, hasMultipleBack: true, isParent: true }
const WRITERS = Configuration.parse({
  database: 'sqlite3',
  tables: [
    {
      ...{ id: 'writers', name: 'writers', rules: OPEN },
      columns: [
        { id: 'w_name', name: 'name', type: 'text' },
        { id: 'w_posts', name: 'posts', type: 'relation', options: link },
      ],
    },
    {
      ...{ id: 'posts', name: 'posts', rules: OPEN },
      columns: [
        { id: 'p_title', name: 'title', type: 'text' },
        { id: 'p_author', name: 'author', type: 'relation', options: key },
      ],
    },
  ],
})

type Operation = 'list' | 'view' | 'create' | 'update'

/** A project whose app users are people, with live notes and papers. */
async function openApp() {
  const { tables, ...configuration } = appConfiguration('sqlite3')
  const own = tables.map((table) => (table.name === 'notes' ? { ...table, live: true } : table))
  const projectId = await newApp(owner, { ...configuration, tables: [...own, PAPERS] })
  return { projectId, token: '' }
}

/** A project with writers and posts, and a key for both. */
async function openWriters(...operations: Operation[]) {
  const projectId = await newApp(owner, WRITERS)
  const tables = ['writers', 'posts'].map((table) => ({ table, operations }))
  const body = { name: 'Guide', environment: 'dev' as const, tables }
  const params = { projectId }
  return { projectId, token: (await owner.client.call(createKey, { params, body })).secret }
}

/** A project with live notes, and a key for them. */
async function openLive() {
  const place = await livePlace('sqlite3')
  const operations: Operation[] = ['list', 'create']
  const tables = [{ table: 'note', operations }]
  const body = { name: 'Guide', environment: 'dev' as const, tables }
  const { projectId } = place
  const { secret } = await place.owner.client.call(createKey, { params: { projectId }, body })
  return { projectId, token: secret }
}

/** The project and token of a page's samples. */
const GUIDES = {
  'api-keys.md': () => openWriters('list', 'view', 'create'),
  'app-users.md': openApp,
  'client.md': openApp,
  'live-rows.md': openLive,
  'paging-and-filtering.md': () => openWriters('list', 'view', 'create'),
  'rows-api.md': () => openWriters('list', 'view', 'create', 'update'),
}

test.each(Object.entries(GUIDES))(
  'the samples of %s print what their comments say',
  async (page, open) => {
    const { printed, expected } = await runGuideSamples(page, await open())
    expect(printed).toEqual(expected)
  },
  60_000,
)
