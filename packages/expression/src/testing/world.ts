import type { Data, RequestData, Rows, Scope } from '../evaluate/scope.ts'

export type Tables = Readonly<Record<string, readonly Data[]>>

/** Test data with nulls, empty values and gaps where rules often go wrong. */
export const TABLES: Tables = {
  user: [
    {
      id: 'ann',
      email: 'ann@acme.test',
      role: 'admin',
      roles: ['editor', 'writer'],
      org: 'o1',
      age: 30,
      verified: true,
      born: '1995-06-15T00:00:00.000Z',
      settings: { theme: 'dark', beta: true },
      token: 't-ann',
      memberships: ['m1', 'm3'],
      posts: ['p1', 'p2'],
    },
    {
      id: 'bob',
      email: 'Bob@Beta.test',
      role: 'user',
      roles: ['writer'],
      org: 'o2',
      age: 20,
      verified: false,
      born: null,
      settings: {},
      token: '',
      memberships: ['m2'],
      posts: ['p3'],
    },
    {
      id: 'cid',
      email: null,
      role: null,
      roles: [],
      org: null,
      age: null,
      memberships: [],
      posts: [],
    },
  ],
  org: [
    { id: 'o1', name: 'Acme', plan: 'pro', active: true, members: ['m1', 'm2'] },
    { id: 'o2', name: 'Beta', plan: '', active: false, members: ['m3'] },
    { id: 'o3', name: 'Ghost', plan: null, active: null, members: [] },
  ],
  membership: [
    {
      id: 'm1',
      org: 'o1',
      user: 'ann',
      role: 'owner',
      since: '2024-01-01T00:00:00.000Z',
      scopes: ['read', 'write'],
    },
    {
      id: 'm2',
      org: 'o1',
      user: 'bob',
      role: 'guest',
      since: '2025-03-01T00:00:00.000Z',
      scopes: ['read'],
    },
    { id: 'm3', org: 'o2', user: 'ann', role: 'guest', since: null, scopes: [] },
  ],
  post: [
    {
      id: 'p1',
      title: 'Hello World',
      body: 'Some text',
      status: 'published',
      tags: ['news', 'tech'],
      price: 10,
      stock: 5,
      active: true,
      publishedOn: '2025-01-10T12:00:00.000Z',
      author: 'ann',
      editors: ['ann', 'bob'],
      comments: ['c1', 'c2'],
      org: 'o1',
      meta: {
        lang: 'en',
        n: 5,
        ok: true,
        blank: '',
        nil: null,
        list: [1, 2, 3],
        words: ['a', 'b'],
        none: [],
        deep: { x: { y: 'z' } },
        when: '2025-01-01',
        digits: '5',
      },
      cover: { fileName: 'a.png', fileSize: 1, fileType: 'image/png', fileKey: 'k', url: 'u' },
      files: [{ fileName: 'a' }, { fileName: 'b' }],
      secret: 's1',
      createdOn: '2025-01-09T00:00:00.000Z',
      updatedOn: '2025-01-11T00:00:00.000Z',
    },
    {
      id: 'p2',
      title: '',
      body: null,
      status: 'draft',
      tags: [],
      price: 0,
      stock: null,
      active: false,
      publishedOn: null,
      author: 'ann',
      editors: [],
      comments: [],
      org: 'o2',
      meta: {},
      cover: null,
      files: [],
      secret: '',
      createdOn: '2025-06-15T00:00:00.000Z',
      updatedOn: '2025-06-15T23:59:59.999Z',
    },
    {
      id: 'p3',
      title: null,
      body: 'Ünder 100% A_B \\ done',
      status: 'published',
      tags: ['news'],
      price: -2.5,
      stock: 5,
      active: null,
      publishedOn: '2025-06-15T10:30:00.500Z',
      author: 'bob',
      editors: ['cid'],
      comments: ['c3'],
      org: 'o1',
      meta: null,
      files: null,
      createdOn: '2025-06-01T00:00:00.000Z',
      updatedOn: '2025-06-30T23:59:59.999Z',
    },
    {
      id: 'p4',
      title: 'orphan',
      editors: ['ann'],
      comments: ['c4'],
      tags: null,
      price: 7,
      createdOn: '2024-12-31T23:59:59.999Z',
    },
  ],
  comment: [
    {
      id: 'c1',
      post: 'p1',
      author: 'bob',
      text: 'nice',
      likes: 3,
      labels: ['good'],
      approved: true,
    },
    { id: 'c2', post: 'p1', author: 'ann', text: 'Thanks', likes: 0, labels: [], approved: true },
    {
      id: 'c3',
      post: 'p3',
      author: 'ann',
      text: null,
      likes: null,
      labels: ['bad', 'good'],
      approved: false,
    },
    {
      id: 'c4',
      post: 'p4',
      author: null,
      text: 'anon',
      likes: 1,
      labels: ['spam'],
      approved: null,
    },
  ],
  ban: [
    { id: 'b1', user: 'bob', reason: 'spam', until: '2025-12-31T00:00:00.000Z' },
    { id: 'b2', user: 'cid', reason: null, until: null },
  ],
  archive: [],
}

export const NOW = Date.parse('2025-06-15T10:30:00.500Z')

const CONSTANTS = new Map([
  ['LEVEL', '10'],
  ['OWNER', 'ann'],
  ['BLANK', ''],
])

/** The `Rows` port over plain arrays. */
export function rowsOf(tables: Tables): Rows {
  const list = (table: string) => (Object.hasOwn(tables, table) ? (tables[table] ?? []) : [])
  return { list, find: (table, id) => list(table).find((row) => row.id === id) }
}

/** A request by a test user, a guest, a key or a workflow. */
export function requestBy(who: string): RequestData {
  const user = rowsOf(TABLES).find('user', who)
  const call = { method: 'GET', context: 'api', env: 'dev' }
  if (user) return { ...call, auth: { ...user, table: 'user', kind: 'user' } }
  if (who === 'key') return { ...call, auth: { id: 'k1', kind: 'key' } }
  if (who === 'flow') return { ...call, auth: { id: null, kind: 'workflow' }, context: 'workflow' }
  return call
}

export function scopeOf(request: RequestData): Scope {
  return { request, constants: CONSTANTS, now: NOW }
}
