import { createKey, type KeyTable, listKeys } from '@plinth/contract'
import { beforeAll } from 'vitest'
import { join, newProject, newStaff, type Person, theAdmin } from '../../../app/testing/people.ts'
import { applyTables, deploy, send } from '../../../rows/testing/shelf.ts'

export const text = (id: string, name: string) => ({ id, name, type: 'text' })
const relation = (id: string, name: string, to: [string, string, string, boolean]) => ({
  id,
  name,
  type: 'relation',
  options: {
    tableId: to[0],
    columnId: to[1],
    backColumnName: to[2],
    hasMultiple: to[3],
    hasMultipleBack: !to[3],
    isParent: to[3],
  },
})
export const OPEN = { list: 'true', view: 'true', create: 'true', update: 'true', delete: 'true' }
const TABLES = [
  {
    id: 'posts',
    name: 'post',
    rules: {
      ...OPEN,
      list: '@request.auth.kind = "key"',
      create: '@request.auth.id != ""',
      view: '@request.auth.kind != "user"',
      update: '@request.auth.kind = "user"',
      delete: '',
    },
    columns: [text('p1', 'title'), relation('p2', 'author', ['people', 'a2', 'posts', false])],
  },
  {
    id: 'people',
    name: 'person',
    rules: OPEN,
    columns: [text('a1', 'name'), relation('a2', 'posts', ['posts', 'p2', 'author', true])],
  },
]

export const ROLES = ['developer', 'owner', 'admin'] as const
type Who = (typeof ROLES)[number]

export const ALL: KeyTable[] = [
  { table: 'post', operations: ['list', 'view', 'create', 'update', 'delete'] },
]
export interface Wanted {
  who?: Who
  name?: string
  environment?: 'dev' | 'production'
  tables?: KeyTable[]
  expiresOn?: string
}

interface Place {
  people: Record<Who, Person>
  projectId: string
  /** A post of dev, by Ada. */
  post: string
}

async function openPlace(): Promise<Place> {
  const [developer, owner, admin] = [await newStaff(), await newStaff(), await theAdmin()]
  const projectId = await newProject(owner)
  await join(developer, { projectId, role: 'developer' })
  await applyTables({ projectId, owner, database: 'sqlite3', tables: TABLES })
  await deploy({ projectId, admin } as Parameters<typeof deploy>[0])
  const at = { token: owner.token, query: { $projectId: projectId } }
  const author = await send('POST', 'person', { ...at, body: { name: 'Ada' } })
  const body = { title: 'of dev', author: (author.body.data as { id: string }).id }
  const { id: post } = (await send('POST', 'post', { ...at, body })).body.data as { id: string }
  return { people: { developer, owner, admin }, projectId, post }
}

/** Fixture of a test suite: a deployed project with posts, and members of each role. */
export function useKeyPlace() {
  const held: { place?: Place } = {}
  beforeAll(async () => {
    held.place = await openPlace()
  })
  const place = (): Place => {
    if (!held.place) throw new Error('test fixture is not ready yet')
    return held.place
  }
  const params = () => ({ projectId: place().projectId })
  const make = ({ who = 'developer', ...wanted }: Wanted = {}) =>
    place().people[who].client.call(createKey, {
      params: params(),
      body: { name: 'Writer', environment: 'dev', tables: ALL, ...wanted },
    })
  const keys = async () =>
    (await place().people.owner.client.call(listKeys, { params: params() })).keys
  return { place, params, make, keys }
}
