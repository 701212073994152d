import type { NotesProject } from '../rows/notes-project.ts'
import type { Archive } from './archive.ts'
import { NO_PROJECT, type Pair, type PairRequest } from './pair.ts'

const none = (prefix: string) => `${prefix}_${'0'.repeat(26)}`
const SCHEDULE = { cron: '0 4 * * *', timezone: 'UTC', keepCount: 1, keepDays: 1 }
const AGAIN = { into: 'new', name: 'Stolen' }
const OVER = { into: 'over', environments: ['dev'], confirm: 'Stolen' }

/** All requests for a project's backups. */
function askedOf(projectId: string, backupId: string, restoreId: string): PairRequest[] {
  const base = `/api/project/${projectId}`
  const one = `${base}/backup/${backupId}`
  return [
    { method: 'GET', path: `${base}/backup` },
    { method: 'POST', path: `${base}/backup`, body: {} },
    { method: 'GET', path: `${base}/restore` },
    { method: 'GET', path: `${base}/backup-schedule` },
    { method: 'PUT', path: `${base}/backup-schedule`, body: SCHEDULE },
    { method: 'DELETE', path: `${base}/backup-schedule` },
    ...askedOfOne(one),
    { method: 'POST', path: `${base}/restore/${restoreId}/cancel` },
  ]
}

const askedOfOne = (one: string): PairRequest[] => [
  { method: 'GET', path: one },
  { method: 'POST', path: `${one}/download` },
  { method: 'GET', path: `${one}/restore` },
  { method: 'POST', path: `${one}/restore`, body: AGAIN },
  { method: 'POST', path: `${one}/restore`, body: OVER },
  { method: 'POST', path: `${one}/cancel` },
  { method: 'DELETE', path: one },
]

/** Requests by everyone of A for backups, keys and invitations of B. */
export function archivePairs(
  { a, b, staff }: { a: NotesProject; b: NotesProject; staff: string },
  { own, foreign }: { own: Archive; foreign: Archive },
): Pair[] {
  const zip = (
    token: string | undefined,
    [theirs, nothing]: [PairRequest[], PairRequest[]],
  ): Pair[] => theirs.map((asked, at) => ({ token, foreign: asked, nothing: nothing[at] ?? asked }))
  const { backupId, restoreId, invitationId, file } = foreign
  const project = (token: string | undefined) =>
    zip(token, [
      askedOf(b.projectId, backupId, restoreId),
      askedOf(NO_PROJECT, none('bkp'), none('rst')),
    ])
  const inOwn = (id: string) => askedOfOne(`/api/project/${a.projectId}/backup/${id}`)
  const stop = (id: string) => `/api/project/${a.projectId}/restore/${id}/cancel`
  const withdraw = (id: string): PairRequest[] => [
    { method: 'DELETE', path: `/api/invitation/${id}` },
  ]
  const accept = (token: string): PairRequest[] => [
    {
      method: 'POST',
      path: '/auth/invitation',
      body: { token, firstName: 'A', lastName: 'B', password: 'a password of nobody' },
    },
  ]
  const files = (path: string): PairRequest[] =>
    ['', own.file.signature].map((search) => ({ method: 'GET', path: `${path}${search}` }))
  return [
    ...[staff, own.owner, a.user.token, a.key.secret, undefined].flatMap(project),
    ...zip(own.owner, [inOwn(backupId), inOwn(none('bkp'))]),
    ...zip(own.owner, [
      [{ method: 'POST', path: stop(restoreId) }],
      [{ method: 'POST', path: stop(none('rst')) }],
    ]),
    ...zip(own.owner, [withdraw(invitationId), withdraw(none('inv'))]),
    ...zip(a.key.secret, [withdraw(invitationId), withdraw(none('inv'))]),
    ...zip(undefined, [accept(invitationId), accept(none('inv'))]),
    ...zip(undefined, [files(file.path), files(file.path.replace(/[^/]+$/, 'none.plinth'))]),
  ]
}
