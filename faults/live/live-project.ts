import type { Database } from '../../packages/contract/src/index.ts'
import { type Answered, type Caller, call } from '../stack/call.ts'
import { eventually } from '../stack/eventually.ts'

/** A project with a live table, and app users who follow it. */
export interface LiveProject {
  database: Database
  projectId: string
  users: { id: string; token: string }[]
}

const USERS = 4
const OPEN = { create: 'true', update: 'true', delete: 'true' }
const OWN = 'owner = @request.auth.id || isPublic = true'
const column = (name: string, type: string, options: object = {}) => ({
  id: `c_${name}`,
  name,
  type,
  options,
})
const TABLES = [
  {
    id: 'users',
    name: 'user',
    type: 'Auth',
    rules: { ...OPEN, list: 'true', view: 'true' },
    columns: [
      column('email', 'email', { isUnique: true, isRequired: true }),
      column('password', 'text', { isHashed: true, isRequired: true }),
      column('verified', 'checkbox'),
    ],
  },
  {
    id: 'things',
    name: 'thing',
    live: true,
    rules: { ...OPEN, list: OWN, view: OWN },
    columns: [column('owner', 'text'), column('isPublic', 'checkbox'), column('n', 'number')],
  },
]

async function ask(
  caller: { address: string; token?: string },
  request: { method: string; path: string; body?: unknown },
): Promise<Answered['body']> {
  const answer = await call(caller, request)
  if (answer.status === undefined || answer.status >= 300)
    throw new Error(`${request.path} answered ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Creates the project, its tables and its users; resolves when changes are logged. */
export async function makeLiveProject(caller: Caller, database: Database): Promise<LiveProject> {
  const body = { cloned: false, name: `Live ${database}` }
  const { projectId } = await ask(caller, { method: 'POST', path: '/api/project', body })
  const newConfiguration = { version: 'v1', database, tables: TABLES }
  const path = `/api/project/${projectId}/configuration`
  await ask(caller, { method: 'POST', path, body: { newConfiguration } })
  await ask(caller, { method: 'POST', path: `/api/database/${projectId}/sync`, body: {} })
  const users: LiveProject['users'] = []
  for (let number = 0; number < USERS; number += 1) {
    const account = { email: `user${number}@example.com`, password: 'a password of a user' }
    const signUp = `/api/auth/user/sign-up?$projectId=${projectId}`
    const { address } = caller
    const made = await ask({ address }, { method: 'POST', path: signUp, body: account })
    users.push({ id: (made.user as { id: string }).id, token: String(made.token) })
  }
  const project = { database, projectId: String(projectId), users }
  // A sync switches the log on shortly after its answer.
  const isLive = await eventually(() => isSubscribed(caller.address, project), { limitMs: 60_000 })
  if (!isLive) throw new Error('the table did not become live')
  return project
}

async function isSubscribed(address: string, { projectId }: LiveProject): Promise<boolean> {
  const subscriptions = JSON.stringify([{ id: 's', table: 'thing' }])
  const query = new URLSearchParams({ $projectId: projectId, subscriptions })
  const answer = await fetch(`${address}/api/data/$events?${query}`)
  let text = ''
  for await (const part of (answer.body as ReadableStream<Uint8Array>).pipeThrough(
    new TextDecoderStream(),
  )) {
    text += part
    if (/event: (subscribed|error)/.test(text)) break
  }
  return text.includes('event: subscribed')
}
