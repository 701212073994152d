import { randomUUID } from 'node:crypto'
import { ApiError, type Client, createClient } from '@plinth/client'
import { type AssignableRole, createProject, signIn } from '@plinth/contract'
import pg from 'pg'
import { hashPassword } from '../../accounts/passwords/passwords.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import { testServer } from './test-server.ts'

const password = 'a password of a test'
let hashed: Promise<string> | undefined

/** A member of staff with a signed-in client. */
export interface Person {
  id: string
  email: string
  password: string
  client: Client
  token: string
}

/** Connects to the platform's database, for test data and assertions that the API does not offer. */
export async function withPlatform<T>(use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: testServer().databaseUrl })
  await client.connect()
  return use(client).finally(() => client.end())
}

export function clientOf(token: string | null, baseUrl: string = testServer().address): Client {
  return createClient({ baseUrl, token: () => token, warn: () => undefined, retries: 0 })
}

export const guest = (): Client => clientOf(null)

async function enter(who: { id: string; email: string; password: string }): Promise<Person> {
  const { token } = await guest().call(signIn, {
    body: { email: who.email, password: who.password },
  })
  return { ...who, token, client: clientOf(token) }
}

export async function theAdmin(): Promise<Person> {
  const { admin } = testServer()
  const id = await withPlatform(async (client) => {
    const result = await client.query('select id from staff where email = $1', [admin.email])
    return String(result.rows[0].id)
  })
  return enter({ id, ...admin })
}

/** New staff without any project. */
export async function newStaff(): Promise<Person> {
  hashed ??= hashPassword(password)
  const id = newId('stf')
  const email = `${randomUUID()}@example.com`
  const hash = await hashed
  await withPlatform((client) =>
    client.query(
      `insert into staff (id, organisation_id, email, first_name, last_name, password_hash)
       select $1, id, $2, 'Test', 'Person', $3 from organisation limit 1`,
      [id, email, hash],
    ),
  )
  return enter({ id, email, password })
}

export async function join(
  person: Person,
  membership: { projectId: string; role: AssignableRole },
) {
  await withPlatform((client) =>
    client.query('insert into membership (project_id, staff_id, role) values ($1, $2, $3)', [
      membership.projectId,
      person.id,
      membership.role,
    ]),
  )
}

export async function newProject(owner: Person): Promise<string> {
  const { projectId } = await owner.client.call(createProject, {
    body: { cloned: false, name: `Project ${randomUUID()}` },
  })
  return projectId
}

/** The error that a call rejects with; throws if the call succeeds. */
export async function expectApiError(call: Promise<unknown>): Promise<ApiError> {
  const answer = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if ('error' in answer && answer.error instanceof ApiError) return answer.error
  if ('error' in answer) throw answer.error
  throw new Error(`expected an API error, got ${JSON.stringify(answer.value)}`)
}
