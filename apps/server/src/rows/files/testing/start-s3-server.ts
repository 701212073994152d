import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { inject } from 'vitest'
import { startServer } from '../../../app/startup/start-server.ts'
import { TEST_JOB_INTERVALS } from '../../../app/testing/settings/job-intervals.ts'
import { freePort } from '../../../foundation/embedded/testing/free-port.ts'
import { readEnv } from '../../../foundation/settings/env.ts'
import { startCeph } from './start-ceph.ts'

/** A second server process with its own object store, on the same volume as the tests' server. */
export async function startS3Server(more: Record<string, string> = {}) {
  const ceph = await startCeph()
  const port = await freePort()
  const { databaseUrl, dataDir, ingressUrl, adminUrl } = inject('server')
  const folder = await mkdtemp(join(tmpdir(), 'plinth-s3-'))
  await mkdir(join(dataDir, 'files'), { recursive: true, mode: 0o700 })
  for (const part of ['projects', 'secret.key', 'files']) {
    await symlink(join(dataDir, part), join(folder, part))
  }
  const settings: Record<string, string> = {
    PORT: String(port),
    PLINTH_ROLES: 'data',
    PLINTH_DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    RESTATE_INGRESS_URL: ingressUrl,
    RESTATE_ADMIN_URL: adminUrl,
    PLINTH_BASE_URL: `http://localhost:${port}`,
    S3_BUCKET: ceph.settings.bucket,
    S3_ENDPOINT: ceph.settings.endpoint ?? '',
    S3_ACCESS_KEY_ID: ceph.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: ceph.settings.secretAccessKey,
    ...more,
  }
  const server = await startServer(readEnv([], settings), {
    log: pino({ level: 'silent' }),
    jobIntervals: TEST_JOB_INTERVALS,
  })
  return {
    ceph,
    server,
    settings,
    stop: async () => {
      await server.stop()
      await ceph.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
