import { join } from 'node:path'
import { ENVIRONMENT_NAMES } from '@plinth/contract'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { matchesOrigin } from '../../foundation/http/origins/match-origin.ts'
import type { KeyRing } from '../../foundation/secrets/key-ring.ts'
import type { Env } from '../../foundation/settings/env.ts'
import type { RowsContext } from '../context.ts'
import { type DiskFileStore, openDiskFileStore } from '../file-store/disk/disk-file-store.ts'
import { serveFiles } from '../file-store/disk/serve-files.ts'
import { isFileKey } from '../file-store/file-key.ts'
import type { Files } from '../file-store/file-store.ts'
import { openS3FileStore } from '../file-store/s3/s3-file-store.ts'
import { findUploads } from '../file-store/upload-store.ts'
import { requireFreeSpace } from '../request/require-free-space.ts'

/** Opens the disk store and, if configured, the operator's object store, which is then the default for new files. */
export function openFiles(options: { env: Env; dataDir: string; keyRing: KeyRing }): {
  files: Files
  close(): void
} {
  const { env, dataDir, keyRing } = options
  const disk = openDiskFileStore({
    root: join(dataDir, 'files'),
    baseUrl: env.filesBaseUrl,
    keyRing,
  })
  const s3 = env.s3 && openS3FileStore(env.s3)
  const find = (kind: 'disk' | 's3') => {
    if (kind === 'disk') return disk
    if (s3) return s3
    throw new ApiError(
      'unavailable',
      'This file is in an object store that is not configured: set S3_BUCKET.',
    )
  }
  return {
    files: { home: s3 ? 's3' : 'disk', all: s3 ? [disk, s3] : [disk], in: find },
    close: () => s3?.close(),
  }
}

/** CORS: the console and the pages that a project allows in an environment may access its files. */
function originOf({ origins, env }: RowsContext) {
  const own = new URL(env.baseUrl).origin
  return async (origin: string, key: string): Promise<boolean> => {
    if (origin === own) return true
    if (!isFileKey(key)) return false
    const [projectId = ''] = key.split('/')
    for (const environment of ENVIRONMENT_NAMES) {
      const policy = await origins.policyOf({ projectId, environment })
      if (policy && matchesOrigin(policy, origin)) return true
    }
    return false
  }
}

/** Redirects the disk URL of a public file that was moved to the object store. */
function movedTo({ db, files }: RowsContext) {
  return async (key: string): Promise<string | undefined> => {
    const [upload] = await findUploads(db, [key])
    const isElsewhere = upload?.store === 's3' && upload.isPublic
    return isElsewhere && files.home === 's3' ? files.in('s3').publicUrl(key) : undefined
  }
}

/** Uploads are received only while announced and not claimed by a row. */
function destinationOf({ db, env, files }: RowsContext) {
  return async (key: string) => {
    const [upload] = await findUploads(db, [key])
    if (upload?.state !== 'pending') return undefined
    await requireFreeSpace(env)
    return files.in(upload.store)
  }
}

/** Serves files on disk; an object store serves its own. */
export async function serveOwnFiles(app: FastifyInstance, context: RowsContext): Promise<void> {
  const store = context.files.in('disk') as DiskFileStore
  await serveFiles(app, {
    store,
    isOrigin: originOf(context),
    refuse: (key, use) => context.stoppedProjects.refuse(key.split('/')[0] ?? '', use),
    movedTo: movedTo(context),
    destinationOf: destinationOf(context),
  })
}
