import { randomBytes } from 'node:crypto'

/** What the names of archives begin with in a store; no project's files do. */
export const ARCHIVES = 'backups/'

/** Where an archive lies: nobody who knows the project's id can guess it. */
export function newArchiveKey({ id, projectId }: { id: string; projectId: string }): string {
  return `${ARCHIVES}${projectId}/${id}-${randomBytes(16).toString('hex')}.plinth`
}
