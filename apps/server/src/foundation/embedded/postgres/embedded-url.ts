import { join } from 'node:path'
import { findSocketFolder } from '../data-folder/socket-folder.ts'
import { readIfExists } from '../process/private-file.ts'
import { PLATFORM_DATABASE, PRODUCT_ROLE } from './cluster-names.ts'

/** Part of the socket's file name; nothing listens on this port. */
export const SOCKET_PORT = 5432
export const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`

/** The file with the product role's password. */
export const passwordFileOf = (home: string): string => join(home, `${PRODUCT_ROLE}.password`)

/** A percent-encoded socket folder is a valid host for `URL`, pg and libpq. */
export function embeddedUrl(at: { socketFolder: string; password: string }): string {
  const host = encodeURIComponent(at.socketFolder)
  return `postgres://${PRODUCT_ROLE}:${at.password}@${host}:${SOCKET_PORT}/${PLATFORM_DATABASE}`
}

/** The address of the PostgreSQL below a data folder, or undefined if there is none. */
export async function findEmbeddedUrl(dataDir: string): Promise<string | undefined> {
  const home = join(dataDir, 'postgres')
  const [password, socketFolder] = await Promise.all([
    readIfExists(passwordFileOf(home)),
    findSocketFolder(home),
  ])
  if (password === undefined || socketFolder === undefined) return undefined
  return embeddedUrl({ socketFolder, password: password.trim() })
}
