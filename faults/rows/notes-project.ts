import { randomBytes } from 'node:crypto'
import { call, signIn } from '../stack/call.ts'

export type Engine = 'postgres' | 'sqlite3'
export const ENGINES: readonly Engine[] = ['postgres', 'sqlite3']

const text = (id: string, name: string, options: object = {}) => ({
  id,
  name,
  type: 'text',
  options,
})
const MINE = '@request.auth.id != "" && owner = @request.auth.id'
const anybody = { list: 'true', view: 'true', create: 'true', update: 'true', delete: 'true' }

/** Users, notes that belong to a user, and topics with notes. */
const TABLES = [
  {
    id: 'users',
    name: 'user',
    type: 'Auth',
    rules: { list: 'false', view: 'id = @request.auth.id', create: 'true', update: '', delete: '' },
    columns: [
      { id: 'u1', name: 'email', type: 'email', options: { isUnique: true, isRequired: true } },
      text('u2', 'password', { isHashed: true, isRequired: true }),
      { id: 'u3', name: 'verified', type: 'checkbox' },
      relation('u4', 'notes', { tableId: 'notes', columnId: 'n5', back: 'owner', many: true }),
    ],
  },
  {
    id: 'notes',
    name: 'note',
    rules: { list: MINE, view: MINE, create: MINE, update: MINE, delete: MINE },
    columns: [
      text('n1', 'title'),
      text('n2', 'secret', { isHidden: true }),
      text('n3', 'pin', { isHashed: true }),
      { id: 'n4', name: 'rank', type: 'number' },
      relation('n5', 'owner', { tableId: 'users', columnId: 'u4', back: 'notes', backMany: true }),
      relation('n6', 'topic', { tableId: 'topics', columnId: 't2', back: 'notes', backMany: true }),
    ],
  },
  {
    id: 'topics',
    name: 'topic',
    rules: anybody,
    columns: [
      text('t1', 'name'),
      relation('t2', 'notes', { tableId: 'notes', columnId: 'n6', back: 'topic', many: true }),
    ],
  },
]

function relation(
  id: string,
  name: string,
  to: { tableId: string; columnId: string; back: string; many?: boolean; backMany?: boolean },
) {
  const { tableId, columnId, back, many = false, backMany = false } = to
  return {
    id,
    name,
    type: 'relation',
    options: {
      tableId,
      columnId,
      backColumnName: back,
      hasMultiple: many,
      hasMultipleBack: backMany,
      isParent: many,
    },
  }
}

export interface NotesProject {
  projectId: string
  /** A developer of this project only. */
  staff: string
  user: { id: string; token: string }
  /** A key with full access to notes and topics. */
  key: { id: string; secret: string }
  /** Rows of the user; their titles and hidden fields contain the canary. */
  notes: readonly string[]
  topic: string
  canary: string
  /** The hidden value, 16 hexadecimal digits. */
  secret: string
}

type At = { address: string; token?: string }

async function must(at: At, request: Parameters<typeof call>[1]) {
  const answer = await call(at, request)
  if (answer.status === undefined || answer.status > 202)
    throw new Error(
      `${request.method} ${request.path}: ${answer.status} ${JSON.stringify(answer.body)}`,
    )
  return answer.body as Record<string, unknown> & { data: { id: string } }
}

/** Creates a project with its tables, one staff member, one user and some rows. */
export async function buildNotesProject(
  address: string,
  { engine, tables = TABLES }: { engine: Engine; tables?: readonly object[] },
): Promise<NotesProject> {
  const admin = { address, token: await signIn(address) }
  const name = randomBytes(6).toString('hex')
  const { projectId } = await must(admin, {
    method: 'POST',
    path: '/api/project',
    body: { cloned: false, name },
  })
  const newConfiguration = { version: 'v1', database: engine, tables }
  const project = `/api/project/${projectId}`
  await must(admin, {
    method: 'POST',
    path: `${project}/configuration`,
    body: { newConfiguration },
  })
  await must(admin, { method: 'POST', path: `/api/database/${projectId}/sync`, body: {} })
  const canary = randomBytes(12).toString('hex')
  const secret = randomBytes(8).toString('hex')
  const staff = await newMember(admin, { projectId: String(projectId), role: 'developer' })
  const key = await newKey(admin, String(projectId))
  const at = `$projectId=${projectId}`
  const person = { email: `${canary}@example.com`, password: `pw ${canary}` }
  const session = await must(
    { address },
    { method: 'POST', path: `/api/auth/user/sign-up?${at}`, body: person },
  )
  const user = { id: String((session.user as { id: string }).id), token: String(session.token) }
  const topic = await must(admin, {
    method: 'POST',
    path: `/api/data/topic?${at}`,
    body: { name: 'A topic' },
  })
  const notes: string[] = []
  for (let rank = 0; rank < 5; rank += 1) {
    const body = {
      title: `Note ${canary}`,
      secret,
      pin: secret,
      rank,
      owner: user.id,
      topic: topic.data.id,
    }
    notes.push((await must(admin, { method: 'POST', path: `/api/data/note?${at}`, body })).data.id)
  }
  const named = { projectId: String(projectId), topic: topic.data.id }
  return { ...named, staff, user, key, notes, canary, secret }
}

async function newKey(admin: At, projectId: string): Promise<NotesProject['key']> {
  const operations = ['list', 'view', 'create', 'update', 'delete']
  const tables = ['note', 'topic'].map((table) => ({ table, operations }))
  const body = { name: 'A key', environment: 'dev', tables }
  const made = await must(admin, { method: 'POST', path: `/api/project/${projectId}/key`, body })
  return { id: (made.key as { id: string }).id, secret: String(made.secret) }
}

/** Token of a new member. */
export async function newMember(
  admin: At,
  { projectId, role }: { projectId: string; role: 'owner' | 'developer' },
): Promise<string> {
  const email = `${randomBytes(8).toString('hex')}@example.com`
  const password = 'a password of a member'
  const body = { email, password, firstName: 'A', lastName: 'B', role }
  await must(admin, { method: 'POST', path: `/api/project/${projectId}/member`, body })
  const { token } = await must(
    { address: admin.address },
    { method: 'POST', path: '/auth/login', body: { email, password } },
  )
  return String(token)
}
