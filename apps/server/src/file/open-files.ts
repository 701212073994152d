import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { findDomainByHost } from '../domain/domain-store.ts'
import type { Env } from '../env.ts'
import { type DiskFileStore, openDiskFileStore } from './disk/disk-file-store.ts'
import { serveFiles } from './disk/serve-files.ts'
import type { FileStore } from './file-store.ts'
import { openS3FileStore } from './s3/s3-file-store.ts'

/** The operator's object store where one is set, else a folder beside the data. */
export function openFiles(given: { env: Env; dataDir: string; secretKey: string }): {
  store: FileStore
  close(): void
} {
  const { env, dataDir, secretKey } = given
  if (env.s3) {
    const store = openS3FileStore(env.s3)
    return { store, close: () => store.close() }
  }
  const store = openDiskFileStore({
    root: join(dataDir, 'files'),
    baseUrl: env.filesBaseUrl,
    secretKey,
  })
  return { store, close: () => {} }
}

/** A project's files may be reached from pages of its own domains, and from the console. */
function originOf({ db, env }: Context) {
  const own = new URL(env.baseUrl).origin
  return async (origin: string, key: string): Promise<boolean> => {
    if (origin === own) return true
    if (!URL.canParse(origin)) return false
    const domain = await findDomainByHost(db, new URL(origin).host)
    return domain !== undefined && key.startsWith(`${domain.projectId}/`)
  }
}

/** Files on disk are served by this process; those of an object store by itself. */
export async function serveOwnFiles(app: FastifyInstance, context: Context): Promise<void> {
  if (context.files.kind !== 'disk') return
  await serveFiles(app, { store: context.files as DiskFileStore, isOrigin: originOf(context) })
}
