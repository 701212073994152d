import type { Caller } from '../stack/call.ts'
import { type BackupProject, makeBackupProject, must } from './backup-project.ts'
import { checkFiles } from './check-backup.ts'

/** A project that was backed up and changed afterwards: it must be in one of both states, never in between. */
export interface TwoStates {
  project: BackupProject
  /** Contents of its tables at the backup, and now. */
  before: string
  since: string
}

const TABLES = ['first', 'second', 'note'] as const

/** Contents of the small tables. */
export async function readState(caller: Caller, projectId: string): Promise<string> {
  const states: string[] = []
  for (const table of TABLES) {
    const path = `/api/data/${table}?$projectId=${projectId}&$limit=500&$version=v2&$sort=id`
    const { data, total } = await must(caller, { method: 'GET', path })
    const ids = (data as { id: string; n?: number }[]).map(({ id, n }) => `${id}:${n ?? ''}`)
    states.push(`${table} ${total}: ${ids.join(' ')}`)
  }
  return states.join('\n')
}

const ROWS = 20

async function addRows(
  caller: Caller,
  { projectId, client }: { projectId: string; client: number },
): Promise<void> {
  for (const table of ['first', 'second']) {
    const path = `/api/data/${table}?$projectId=${projectId}`
    const numbers = Array.from({ length: ROWS }, (_, n) => n)
    await Promise.all(numbers.map((n) => must(caller, { path, body: { client, n } })))
  }
}

/** Creates the project; `backUp` is called between its two states. */
export async function makeTwoStates(
  caller: Caller,
  options: {
    database: BackupProject['database']
    rows: number
    files: number
    backUp: (project: BackupProject) => Promise<void>
  },
): Promise<TwoStates> {
  const { backUp, ...wanted } = options
  const project = await makeBackupProject(caller, wanted)
  const { projectId } = project
  await addRows(caller, { projectId, client: 1 })
  const before = await readState(caller, projectId)
  await backUp(project)
  await addRows(caller, { projectId, client: 2 })
  const path = `/api/data/first?$projectId=${projectId}&$limit=5&$sort=id`
  const { data } = await must(caller, { method: 'GET', path })
  const gone = (data as { id: string }[]).map(({ id }) => id)
  await must(caller, {
    method: 'DELETE',
    path: `/api/data/first?$projectId=${projectId}`,
    body: gone,
  })
  return { project, before, since: await readState(caller, projectId) }
}

/** Which of the two states a project is in, or what is wrong with it. */
export async function checkState(
  caller: Caller,
  { project, before, since }: TwoStates,
): Promise<{ is: 'before' | 'since' | 'neither'; problems: string[] }> {
  const { projectId } = project
  const state = await readState(caller, projectId)
  const is = state === before ? 'before' : state === since ? 'since' : 'neither'
  const problems = await checkFiles(caller, { project, projectId })
  if (is === 'neither') problems.push(`it is half a project: ${state.slice(0, 200)}`)
  return { is, problems }
}
