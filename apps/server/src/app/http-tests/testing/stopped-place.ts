import {
  type AvailabilityState,
  Configuration,
  createKey,
  saveAvailability,
} from '@plinth/contract'
import { inject } from 'vitest'
import { appConfiguration, newApp, type SignedUp, signUp } from '../../testing/app-tables.ts'
import { join, newStaff, type Person, theAdmin } from '../../testing/people.ts'

/** The app of the tests with a table that everybody may use, also for files. */
function openConfiguration(database: Configuration['database']): Configuration {
  const anyone = { list: 'true', view: 'true', create: 'true', update: 'true', delete: 'true' }
  const columns = [
    { id: 'board_text', name: 'text', type: 'text', options: { max: 10_000 } },
    { id: 'board_file', name: 'file', type: 'file', options: {} },
  ]
  const { tables } = appConfiguration(database)
  const board = { id: 'board', name: 'board', columns, rules: anyone }
  return Configuration.parse({ database, tables: [...tables, board] })
}

/** A project with a caller of each kind, a row and the URLs of files. */
export interface StoppedPlace {
  projectId: string
  people: Record<'developer' | 'owner' | 'admin', Person>
  user: SignedUp
  key: string
  rowId: string
  uploadUrl: string
  publicUrl: string
}

const file = { fileName: 'a.txt', fileSize: 3, fileType: 'text/plain' }
/** The body that announces an upload. */
export const announcedUpload = () => ({ tableName: 'board', columnName: 'file', files: [file] })

export async function openStoppedPlace(database: Configuration['database']): Promise<StoppedPlace> {
  const [owner, developer, admin] = await Promise.all([newStaff(), newStaff(), theAdmin()])
  const projectId = await newApp(owner, openConfiguration(database))
  await join(developer, { projectId, role: 'developer' })
  const user = await signUp(projectId)
  const tables = ['board'].map((table) => ({
    table,
    operations: ['list', 'view', 'create', 'update', 'delete'] as const,
  }))
  const { secret: key } = await owner.client.call(createKey, {
    params: { projectId },
    body: { name: 'Key', environment: 'dev', tables: tables as never },
  })
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(`${inject('server').address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()) as { urls: string[]; data: { id: string } }
  }
  const announced = await post(`/api/file/upload?$projectId=${projectId}`, announcedUpload())
  const { data } = await post(`/api/data/board?$projectId=${projectId}`, { text: 'first' })
  const [uploadUrl = ''] = announced.urls
  const people = { owner, developer, admin }
  const publicUrl = `/files/${projectId}/board/board_file/none.txt`
  return { projectId, people, user, key, rowId: data.id, uploadUrl, publicUrl }
}

export const setAvailability = ({ projectId, people }: StoppedPlace, state: AvailabilityState) =>
  people.admin.client.call(saveAvailability, {
    params: { projectId },
    body: { state, reason: 'Test' },
  })
