import type { Database } from '../../packages/contract/src/index.ts'
import { type Answered, type Caller, call } from '../stack/call.ts'
import { eventually } from '../stack/eventually.ts'
import { type LiveRule, RuleHistory } from './live-rules.ts'

/** A project with a live table, and app users who follow it. */
export interface LiveProject {
  database: Database
  projectId: string
  users: { id: string; token: string }[]
  rules: RuleHistory
}

const USERS = 4
const OPEN = { create: 'true', update: 'true', delete: 'true' }
const column = (name: string, type: string, options: object = {}) => ({
  id: `c_${name}`,
  name,
  type,
  options,
})
const tablesOf = ({ text: rule }: LiveRule) => [
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
    rules: { ...OPEN, list: rule, view: rule },
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

async function sync(
  caller: Caller,
  { database, projectId, rule }: { database: Database; projectId: string; rule: LiveRule },
): Promise<void> {
  const newConfiguration = { version: 'v1', database, tables: tablesOf(rule) }
  const path = `/api/project/${projectId}/configuration`
  await ask(caller, { method: 'POST', path, body: { newConfiguration } })
  await ask(caller, { method: 'POST', path: `/api/database/${projectId}/sync`, body: {} })
}

/** Gives the table the next rule, while its readers are connected. */
export async function changeRule(caller: Caller, project: LiveProject): Promise<void> {
  const rule = project.rules.next
  project.rules.begin(rule)
  await sync(caller, { ...project, rule })
  project.rules.end()
}

/** Creates the project, its tables and its users; resolves when changes are logged. */
export async function makeLiveProject(
  caller: Caller,
  database: Database,
  kind = 'Live',
): Promise<LiveProject> {
  const body = { cloned: false, name: `${kind} ${database}` }
  const { projectId } = await ask(caller, { method: 'POST', path: '/api/project', body })
  const rules = new RuleHistory()
  await sync(caller, { database, projectId: String(projectId), rule: rules.current })
  const users: LiveProject['users'] = []
  for (let number = 0; number < USERS; number += 1) {
    const account = { email: `user${number}@example.com`, password: 'a password of a user' }
    const signUp = `/api/auth/user/sign-up?$projectId=${projectId}`
    const { address } = caller
    const made = await ask({ address }, { method: 'POST', path: signUp, body: account })
    users.push({ id: (made.user as { id: string }).id, token: String(made.token) })
  }
  const project = { database, projectId: String(projectId), users, rules }
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
  const decoder = new TextDecoder()
  for await (const part of answer.body ?? []) {
    text += decoder.decode(part, { stream: true })
    if (/event: (subscribed|error)/.test(text)) break
  }
  return text.includes('event: subscribed')
}
