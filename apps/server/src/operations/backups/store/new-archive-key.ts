import { randomBytes } from 'node:crypto'

/** The key prefix of archives; no project's files have it. */
export const ARCHIVES = 'backups/'

/** The key prefix of a project's archives. */
export const archivesOf = (projectId: string) => `${ARCHIVES}${projectId}/`

/** The store key of an archive; it cannot be guessed from the project's id. */
export function newArchiveKey({ id, projectId }: { id: string; projectId: string }): string {
  return `${archivesOf(projectId)}${id}-${randomBytes(16).toString('hex')}.plinth`
}
