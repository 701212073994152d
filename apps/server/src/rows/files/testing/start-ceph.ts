import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { freePort } from '../../../foundation/embedded/testing/free-port.ts'
import type { S3Settings } from '../../../foundation/settings/s3-settings.ts'

const run = promisify(execFile)
const script = join(import.meta.dirname, '../../../../../../ops/ceph-s3.sh')

/** Whether Debian's Ceph packages are installed, as `.ci/run` ensures. */
export const hasCeph = existsSync('/usr/bin/radosgw')

export interface Ceph {
  settings: S3Settings
  /** Kills all processes with SIGKILL. */
  kill(): void
  /** Starts the processes that are not running. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** A real S3 server with an empty bucket for one test file; in memory unless it is to be killed. */
export async function startCeph(store: 'memstore' | 'bluestore' = 'memstore'): Promise<Ceph> {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-ceph-'))
  const [gateway, monitor] = [await freePort(), await freePort()]
  const start = async () => {
    await run(script, ['start', folder, String(gateway), String(monitor)], {
      env: { ...process.env, CEPH_STORE: store },
    })
  }
  await start()
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${gateway}`,
    publicEndpoint: undefined,
    region: 'us-east-1',
    bucket: 'plinth',
    accessKeyId: 'test',
    secretAccessKey: 'testsecret',
    forcePathStyle: true,
    acl: 'object',
    publicBaseUrl: undefined,
  }
  const client = new S3Client({
    region: settings.region,
    endpoint: `http://127.0.0.1:${gateway}`,
    forcePathStyle: true,
    credentials: { accessKeyId: 'test', secretAccessKey: 'testsecret' },
  })
  await client.send(new CreateBucketCommand({ Bucket: settings.bucket }))
  client.destroy()
  return {
    settings,
    start,
    kill: () => {
      for (const part of ['gateway', 'store', 'monitor']) {
        const pid = Number(readFileSync(join(folder, `${part}.pid`), 'utf8'))
        process.kill(pid, 'SIGKILL')
      }
    },
    stop: async () => {
      await run(script, ['stop', folder])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
