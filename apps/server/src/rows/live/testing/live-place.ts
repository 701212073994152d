import type { Database, LiveSubscription } from '@plinth/contract'
import { newAppUser } from '../../../app/testing/app-users.ts'
import { eventually } from '../../../app/testing/eventually.ts'
import { newProject, newStaff, type Person, withPlatform } from '../../../app/testing/people.ts'
import { testServer } from '../../../app/testing/test-server.ts'
import { applyTables, send } from '../../testing/shelf.ts'
import { openStream, type StreamOptions } from './open-stream.ts'

const column = (name: string, type = 'text', options: object = {}) => ({
  id: `n_${name}`,
  name,
  type,
  options,
})
const OPEN = { create: 'true', update: 'true', delete: 'true' }
const OWN = 'owner = @request.auth.id || status = "public"'

export const USERS = {
  id: 'users',
  name: 'user',
  type: 'Auth',
  rules: { ...OPEN, list: 'true', view: 'true' },
  columns: [
    { id: 'u_mail', name: 'email', type: 'email', options: { isUnique: true, isRequired: true } },
    { id: 'u_pass', name: 'password', type: 'text', options: { isHashed: true, isRequired: true } },
    { id: 'u_ok', name: 'verified', type: 'checkbox' },
    { id: 'u_role', name: 'role', type: 'text' },
  ],
}

export const NOTES = {
  id: 'notes',
  name: 'note',
  live: true,
  rules: { ...OPEN, list: OWN, view: OWN },
  columns: [
    column('title'),
    column('owner'),
    column('status'),
    column('count', 'number'),
    column('price', 'number', { hasDecimal: true }),
    column('isDone', 'checkbox'),
    column('due', 'date'),
    column('more', 'json'),
    column('tags', 'select', { hasMultiple: true, selectOptions: ['a', 'b', 'c'] }),
    column('secret', 'text', { isHidden: true }),
  ],
}
const QUIET = { id: 'quiet', name: 'quiet', rules: { ...OPEN, list: 'true', view: 'true' } }

interface Row {
  id: string
  [column: string]: unknown
}

/** A project with a live table of notes, and app users who own some of them. */
export async function livePlace(database: Database, tables: readonly object[] = [NOTES, QUIET]) {
  const owner: Person = await newStaff()
  const projectId = await newProject(owner)
  const sync = async (wanted: readonly object[]) => {
    const hasUsers = wanted.some((each) => 'id' in each && each.id === USERS.id)
    const all = hasUsers ? wanted : [USERS, ...wanted]
    await applyTables({ projectId, owner, database, tables: all })
    const ids = wanted.flatMap((each) => {
      const { id, live } = each as { id: string; live?: boolean }
      return live ? [id] : []
    })
    // A sync switches the log on shortly after its answer.
    await eventually(async () => {
      const { rows } = await withPlatform((client) =>
        client.query(
          `select tables from watched_rows join environment on environment.id = environment_id
           where project_id = $1 and name = 'dev'`,
          [projectId],
        ),
      )
      const installed = String(rows[0]?.tables ?? '{}')
      return ids.every((id) => installed.includes(`"${id}"`)) && installed
    })
  }
  await sync(tables)
  const call = async (method: string, path: string, body?: unknown, token = owner.token) => {
    const query = { $projectId: projectId }
    const answer = await send(method, path, { token, query, ...(body !== undefined && { body }) })
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body))
    return answer.body.data as Row
  }
  return {
    owner,
    projectId,
    sync,
    /** A session of an app user, whose row need not exist. */
    newUser: (userId?: string) => newAppUser(projectId, userId === undefined ? {} : { userId }),
    create: (row: object, table = 'note') => call('POST', table, row),
    update: (id: string, row: object, table = 'note') => call('PUT', `${table}/${id}`, row),
    /** Creates many rows at once. */
    async add(rows: readonly object[], table = 'note') {
      const address = `${testServer().address}/api/data/${table}/import?$projectId=${projectId}`
      const answer = await fetch(address, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${owner.token}`,
          'content-type': 'application/x-ndjson',
        },
        body: rows.map((row) => JSON.stringify(row)).join('\n'),
      })
      if (answer.status !== 200) throw new Error(await answer.text())
    },
    remove: (id: string, table = 'note') => call('DELETE', `${table}/${id}`),
    get: (id: string, token?: string) => call('GET', `note/${id}`, undefined, token),
    list: (token: string | undefined, query: Record<string, string> = {}, table = 'note') =>
      send('GET', table, { token, query: { $projectId: projectId, ...query } }),
    /** Changes the subscriptions of an open stream. */
    change: (token: string | undefined, body: object) =>
      send('POST', '$events', { token, query: { $projectId: projectId }, body }),
    open: (options: Omit<StreamOptions, 'projectId'> = {}) => openStream({ projectId, ...options }),
  }
}

export type LivePlace = Awaited<ReturnType<typeof livePlace>>

/** Opens a stream with one subscription of the notes, and waits until changes follow. */
export async function follow(
  place: LivePlace,
  {
    token,
    subscription,
    ...options
  }: Omit<StreamOptions, 'projectId'> & { subscription?: Partial<LiveSubscription> } = {},
) {
  const subscriptions = [{ id: 's', table: 'note', ...subscription }]
  const stream = await place.open({ token, subscriptions, ...options })
  const subscribed = await stream.next('subscribed', 'error')
  if (subscribed.event === 'error') throw new Error(subscribed.data.error.message)
  return { ...stream, position: subscribed.data.position as string }
}
