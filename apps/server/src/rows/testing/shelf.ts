import { randomUUID } from 'node:crypto'
import {
  Configuration,
  type Database,
  deployDatabase,
  saveConfiguration,
  syncDatabase,
} from '@plinth/contract'
import { newAppUser } from '../../app/testing/app-users.ts'
import {
  newProject,
  newStaff,
  type Person,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'
import { testServer } from '../../app/testing/test-server.ts'
import { TABLES } from './library-tables.ts'

/** A response as received. */
export interface Answered {
  status: number
  headers: Headers
  body: {
    data: never
    error: { code: string; message: string; details: never }
    [key: string]: unknown
  }
}

export interface Sending {
  token?: string | undefined
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}

/** Sends one request to the data API of a project. */
export async function send(
  method: string,
  path: string,
  { token, query = {}, body, headers = {} }: Sending = {},
): Promise<Answered> {
  const search = new URLSearchParams(query).toString()
  const answer = await fetch(`${testServer().address}/api/data/${path}?${search}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) }
}

export interface Library {
  projectId: string
  owner: Person
  admin: Person
  /** Two app users, and one with the role editor. */
  ann: { id: string; token: string }
  bob: { id: string; token: string }
  eve: { id: string; token: string }
}

/** Creates a project with the library tables and three users in dev. */
export async function openLibrary(
  database: Database,
  tables: readonly object[] = TABLES,
): Promise<Library> {
  const [owner, admin] = [await newStaff(), await theAdmin()]
  const projectId = await newProject(owner)
  await setDoor(projectId, 'open')
  await applyTables({ projectId, owner, database, tables })
  const [ann, bob, eve] = [
    await newUser({ projectId, owner }),
    await newUser({ projectId, owner }),
    await newUser({ projectId, owner, role: 'editor' }),
  ]
  return { projectId, owner, admin, ann, bob, eve }
}

/** Sets the constant that one of the rules reads; without it that rule is broken. */
export async function setDoor(projectId: string, value: string | undefined): Promise<void> {
  await withPlatform(async (client) => {
    await client.query(
      `delete from constant using environment where environment.id = constant.environment_id
       and environment.project_id = $1 and key = 'DOOR'`,
      [projectId],
    )
    if (value === undefined) return
    await client.query(
      `insert into constant (id, environment_id, key, value)
       select $3 || id, id, 'DOOR', $2 from environment where project_id = $1`,
      [projectId, value, randomUUID()],
    )
  })
}

export async function applyTables(options: {
  projectId: string
  owner: Person
  database: Database
  tables: readonly object[]
}): Promise<void> {
  const { projectId, owner, database, tables } = options
  const newConfiguration = Configuration.parse({ database, tables })
  await owner.client.call(saveConfiguration, { params: { projectId }, body: { newConfiguration } })
  await owner.client.call(syncDatabase, { params: { projectId }, body: {} })
}

export async function deploy({ projectId, admin }: Library): Promise<void> {
  await admin.client.call(deployDatabase, { params: { projectId }, body: {} })
}

/** An app user created by staff. */
async function newUser(options: {
  projectId: string
  owner: Person
  role?: string
}): Promise<{ id: string; token: string }> {
  const { projectId, owner, role = '' } = options
  const made = await send('POST', 'user', {
    token: owner.token,
    query: { $projectId: projectId },
    body: { email: `${randomUUID()}@example.com`, password: 'a word of mine', role },
  })
  const { id } = made.body.data as { id: string }
  const { token } = await newAppUser(projectId, { tableId: 'users', userId: id })
  return { id, token }
}
