import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { fixedKeys } from '../../../foundation/secrets/key-ring.ts'
import { openDiskFileStore } from '../../file-store/disk/disk-file-store.ts'
import { serveFiles } from '../../file-store/disk/serve-files.ts'
import type { FileStore } from '../../file-store/file-store.ts'
import { openS3FileStore } from '../../file-store/s3/s3-file-store.ts'
import { startCeph } from './start-ceph.ts'

interface TestStore {
  store: FileStore
  stop(): Promise<void>
}

export const ORIGIN = 'https://app.example.com'

/** A disk store with its own HTTP server. */
export async function openTestDisk(): Promise<TestStore> {
  const root = await mkdtemp(join(tmpdir(), 'plinth-files-'))
  const app = Fastify()
  const address = { baseUrl: '' }
  const store = openDiskFileStore({
    root,
    get baseUrl() {
      return address.baseUrl
    },
    keyRing: fixedKeys(['a secret of at least thirty-two characters']),
  })
  await serveFiles(app, {
    store,
    isOrigin: async (origin) => origin === ORIGIN,
    destinationOf: async () => store,
  })
  address.baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    store,
    stop: async () => {
      await app.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** An S3 store on a real server. */
export async function openTestS3(): Promise<TestStore> {
  const ceph = await startCeph()
  const store = openS3FileStore(ceph.settings)
  return {
    store,
    stop: async () => {
      store.close()
      await ceph.stop()
    },
  }
}
