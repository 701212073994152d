import { newAppUser } from '../../testing/app-users.ts'
import { announcedUpload, type StoppedPlace } from './stopped-place.ts'

export type StoppedCaller = 'guest' | 'user' | 'key' | 'developer' | 'admin'
/** What the table decides: `read` is answered while read-only, `write` only while open, `manage` always. */
export interface StoppedCase {
  name: string
  use: 'read' | 'write' | 'manage'
  who: readonly StoppedCaller[]
  method: string
  path: (place: StoppedPlace) => string
  body?: (place: StoppedPlace) => unknown
  type?: string
}

const EVERYONE = ['guest', 'user', 'key', 'developer', 'admin'] as const
export const board = ({ projectId }: StoppedPlace, more = '') =>
  `/api/data/board${more}?$projectId=${projectId}`
const account =
  (act: string) =>
  ({ projectId }: StoppedPlace) =>
    `/api/auth/people/${act}?$projectId=${projectId}`
const credentials = ({ user }: StoppedPlace) => ({ email: user.email, password: user.password })

const imageOf = ({ projectId }: StoppedPlace) => ({
  ...{ tableName: 'board', columnName: 'file', tableId: 'board', projectId },
  ...{ isPrivate: false, multiple: false },
})

export const STOPPED_CASES: readonly StoppedCase[] = [
  { name: 'list rows', use: 'read', who: EVERYONE, method: 'GET', path: board },
  {
    ...{ name: 'get a row', use: 'read', who: EVERYONE, method: 'GET' },
    path: (place) => board(place, `/${place.rowId}`),
  },
  {
    ...{ name: 'run a raw query', use: 'read', who: ['developer', 'admin'], method: 'POST' },
    path: board,
    body: () => ({ query: 'select 1 as one' }),
  },
  {
    ...{ name: 'run a query of the SQL tab', use: 'read', who: ['developer', 'admin'] },
    method: 'POST',
    path: ({ projectId }) => `/api/project/${projectId}/sql`,
    body: () => ({ sql: 'select 1 as one' }),
  },
  {
    ...{ name: 'export rows', use: 'read', who: ['developer', 'admin'], method: 'GET' },
    path: (place) => `${board(place, '/export')}&format=csv`,
  },
  {
    ...{ name: 'create a row', use: 'write', who: EVERYONE, method: 'POST' },
    path: board,
    body: () => ({ text: 'new' }),
  },
  {
    ...{ name: 'update a row', use: 'write', who: EVERYONE, method: 'PUT' },
    path: (place) => board(place, `/${place.rowId}`),
    body: () => ({ text: 'changed' }),
  },
  {
    ...{ name: 'patch a row', use: 'write', who: EVERYONE, method: 'PATCH' },
    path: (place) => board(place, `/${place.rowId}`),
    body: () => ({ text: 'changed' }),
  },
  {
    ...{ name: 'update rows', use: 'write', who: EVERYONE, method: 'PUT' },
    path: board,
    body: ({ rowId }) => [{ id: rowId, text: 'changed' }],
  },
  {
    ...{ name: 'delete rows', use: 'write', who: EVERYONE, method: 'DELETE' },
    path: board,
    body: () => [],
  },
  {
    ...{ name: 'delete a row', use: 'write', who: EVERYONE, method: 'DELETE' },
    path: (place) => board(place, '/row_00000000000000000000000000'),
  },
  {
    ...{ name: 'list rows of production', use: 'read', who: ['guest', 'admin'], method: 'GET' },
    path: (place) => `${board(place)}&$environment=production`,
  },
  {
    ...{ name: 'import rows', use: 'write', who: ['developer', 'admin'], method: 'POST' },
    path: (place) => board(place, '/import'),
    body: () => ({ text: 'imported' }),
    type: 'application/x-ndjson',
  },
  {
    ...{ name: 'announce an upload', use: 'write', who: EVERYONE, method: 'POST' },
    path: ({ projectId }) => `/api/file/upload?$projectId=${projectId}`,
    body: announcedUpload,
  },
  {
    ...{ name: 'upload a file', use: 'write', who: ['guest'], method: 'PUT' },
    path: ({ uploadUrl }) => uploadUrl,
    type: 'text/plain',
  },
  {
    ...{ name: 'download a file', use: 'read', who: ['guest'], method: 'GET' },
    path: ({ publicUrl }) => publicUrl,
  },
  {
    ...{ name: 'download by an escaped path', use: 'read', who: ['guest'], method: 'GET' },
    path: ({ publicUrl }) => publicUrl.replace('/prj_', '/%70rj%5F'),
  },
  {
    ...{ name: 'request file links', use: 'read', who: EVERYONE, method: 'POST' },
    path: ({ projectId }) => `/api/file/links?$projectId=${projectId}`,
    body: ({ rowId }) => ({
      ...{ tableName: 'board', columnName: 'file', want: 'view' },
      files: [{ rowId, fileKey: 'none' }],
    }),
  },
  {
    ...{ name: 'announce an image', use: 'write', who: EVERYONE, method: 'POST' },
    path: () => '/api/imgupload',
    body: (place) => ({ ...imageOf(place), imageName: 'a.png', imageType: 'image/png' }),
  },
  {
    ...{ name: 'request an image link', use: 'read', who: EVERYONE, method: 'POST' },
    path: () => '/api/imgdownloadurl',
    body: (place) => ({ ...imageOf(place), imageurl: place.uploadUrl }),
  },
  {
    ...{ name: 'sign in', use: 'read', who: ['guest'], method: 'POST' },
    path: account('sign-in'),
    body: credentials,
  },
  {
    ...{ name: 'renew a session', use: 'read', who: ['user'], method: 'POST' },
    path: account('refresh'),
  },
  {
    name: 'read the own account',
    use: 'read',
    who: ['user'],
    method: 'GET',
    path: () => '/auth/me',
  },
  {
    ...{ name: 'sign up', use: 'write', who: ['guest'], method: 'POST' },
    path: account('sign-up'),
    body: () => ({ email: `${crypto.randomUUID()}@example.com`, password: 'a long password' }),
  },
  {
    ...{ name: 'request a reset', use: 'write', who: ['guest'], method: 'POST' },
    path: account('request-reset'),
    body: ({ user: { email } }) => ({ email }),
  },
  {
    ...{ name: 'reset a password', use: 'write', who: ['guest'], method: 'POST' },
    path: account('reset'),
    body: () => ({ token: 'x'.repeat(43), password: 'another long password' }),
  },
  {
    ...{ name: 'verify an address', use: 'write', who: ['guest'], method: 'POST' },
    path: account('verify'),
    body: () => ({ token: 'x'.repeat(43) }),
  },
  {
    ...{ name: 'change the own password', use: 'write', who: ['user'], method: 'POST' },
    path: account('password'),
    body: ({ user: { password } }) => ({ currentPassword: `not ${password}`, password }),
  },
  { name: 'sign out', use: 'manage', who: ['user'], method: 'POST', path: account('sign-out') },
  {
    ...{ name: 'read the tables', use: 'read', who: ['guest', 'user', 'key'], method: 'GET' },
    path: ({ projectId }) => `/api/project/${projectId}/configuration`,
  },
  {
    ...{ name: 'read the tables as staff', use: 'manage', who: ['developer'], method: 'GET' },
    path: ({ projectId }) => `/api/project/${projectId}/configuration`,
  },
  {
    ...{ name: 'open the project', use: 'manage', who: ['developer', 'admin'], method: 'GET' },
    path: ({ projectId }) => `/api/project/${projectId}`,
  },
]

export interface StoppedAnswer {
  status: number
  code: string | undefined
}

/** A new session for each call of the app's user, because renewing one ends it. */
async function tokenOf(place: StoppedPlace, who: StoppedCaller): Promise<string | undefined> {
  if (who === 'guest') return undefined
  if (who === 'key') return place.key
  if (who !== 'user') return place.people[who].token
  const userId = place.user.user.id
  return (await newAppUser(place.projectId, { tableId: 'people', userId })).token
}

export async function sendCase(
  place: StoppedPlace,
  {
    who,
    address,
    ...sent
  }: { who: StoppedCaller; address: string } & Omit<StoppedCase, 'who' | 'use' | 'name'>,
): Promise<StoppedAnswer> {
  const token = await tokenOf(place, who)
  const url = new URL(sent.path(place), address)
  const body = sent.body?.(place)
  const answer = await fetch(new URL(url.pathname + url.search, address), {
    method: sent.method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(sent.type || body ? { 'content-type': sent.type ?? 'application/json' } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  const code = /"code":"(\w+)"/.exec(answer.ok ? '' : text)?.[1]
  return { status: answer.status, code }
}
