import type { OperationsContext } from '../../context.ts'
import {
  findRestoreById,
  forgetLines,
  type Places,
  readPlaces,
  readStagedLines,
  setPlaces,
} from './restore-store.ts'
import { readStagedFile } from './staged-file.ts'
import { listKnownKeys } from './visible-store.ts'

type Parts = Pick<OperationsContext, 'db' | 'engines' | 'files'>

/** Deletes row storage that never became visible. */
async function dropPlaces(
  { engines, files }: Pick<OperationsContext, 'engines' | 'files'>,
  { places, isNew }: { places: Places; isNew: boolean },
): Promise<void> {
  for (const placement of places.placements) await engines[placement.engine].drop(placement)
  if (!isNew) return
  for (const store of files.all) {
    for await (const key of store.list(`${places.projectId}/`)) await store.remove([key])
  }
}

/** Removes everything that an attempt created and that did not become visible. */
export async function cleanRestore(context: Parts, id: string): Promise<void> {
  const { db, files } = context
  const restore = await findRestoreById(db, id)
  if (!restore || restore.madeProjectId !== null) return
  for (const places of readPlaces(restore)) {
    await dropPlaces(context, { places, isNew: restore.into === 'new' })
  }
  for await (const { line } of readStagedLines(db, { id, kind: 'file' })) {
    const { key, store } = readStagedFile(line)
    const keys = await listKnownKeys(db, [key])
    if (!keys.has(key)) await files.in(store).remove([key])
  }
  await forgetLines(db, id)
  await setPlaces(db, { id, places: undefined })
}
