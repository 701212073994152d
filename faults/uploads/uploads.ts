import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { fixedKeys } from '../../apps/server/src/foundation/secrets/key-ring.ts'
import { openDiskFileStore } from '../../apps/server/src/rows/file-store/disk/disk-file-store.ts'
import type { FileStore, StoreKind } from '../../apps/server/src/rows/file-store/file-store.ts'
import { openS3FileStore } from '../../apps/server/src/rows/file-store/s3/s3-file-store.ts'
import {
  type Ceph,
  hasCeph,
  startCeph,
} from '../../apps/server/src/rows/files/testing/start-ceph.ts'
import { withPlatform } from '../runs/check-runs.ts'
import { signIn } from '../stack/call.ts'
import { makeDataDir, removeDataDir, type Stack, startStack } from '../stack/stack.ts'
import type { Suite, SuiteResult } from '../stack/suite.ts'
import { type Acknowledged, type Album, makeAlbum, uploadOne } from './album.ts'
import { checkUploads } from './check-uploads.ts'

const ROUNDS = ['server', 'store', 'everything'] as const
type Harm = (typeof ROUNDS)[number]
const LANES = 8
const LATEST_MS = 900
const MAX_BYTES = 300_000

interface World {
  dataDir: string
  ceph: Ceph
  stack: Stack
  albums: Album[]
  env: Record<string, string>
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

async function open(): Promise<World> {
  if (!hasCeph) throw new Error('needs the packages ceph-mon ceph-osd ceph-common radosgw')
  const dataDir = makeDataDir()
  const port = await freePort()
  const ceph = await startCeph('bluestore')
  const env = {
    PORT: String(port),
    PLINTH_BASE_URL: `http://127.0.0.1:${port}`,
    // Retries while a component is down are faster than users'.
    PLINTH_UPLOAD_RATE: '1000000',
    PLINTH_UPLOAD_UNCONFIRMED_MB: '100000',
    S3_BUCKET: ceph.settings.bucket,
    S3_ENDPOINT: ceph.settings.endpoint ?? '',
    S3_ACCESS_KEY_ID: ceph.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: ceph.settings.secretAccessKey,
  }
  const stack = await startStack({ dataDir, env })
  const at = { address: stack.address, token: await signIn(stack.address) }
  const albums = [await makeAlbum(at, 'disk'), await makeAlbum(at, 's3')]
  await withPlatform(dataDir, async (db) => {
    for (const { projectId, store } of albums)
      await db.query(sql`update project set file_store = ${store} where id = ${projectId}`)
  })
  return { dataDir, ceph, stack, albums, env }
}

/** The stores, accessed without the product. */
function withStores<T>(
  { dataDir, ceph }: World,
  use: (files: { in(kind: StoreKind): FileStore }) => Promise<T>,
): Promise<T> {
  const keyRing = fixedKeys(['none'])
  const disk = openDiskFileStore({ root: join(dataDir, 'files'), baseUrl: '', keyRing })
  const s3 = openS3FileStore(ceph.settings)
  return use({ in: (kind) => (kind === 'disk' ? disk : s3) }).finally(() => s3.close())
}

async function harm(setup: World, what: Harm): Promise<void> {
  if (what !== 'server') setup.ceph.kill()
  if (what !== 'store') setup.stack.kill('all')
  if (what !== 'server') await setup.ceph.start()
  if (what !== 'store') setup.stack = await startStack({ dataDir: setup.dataDir, env: setup.env })
}

/** Uploads concurrently while something is killed; returns what was acknowledged. */
async function uploadUnder(setup: World, { what, count }: { what: Harm; count: number }) {
  const sent: Acknowledged[] = []
  let next = 0
  /** Retries until the row is saved, like a user; intermediate acknowledgements count as well. */
  const upload = async (album: Album) => {
    for (let isSaved = false; !isSaved; ) {
      const bytes = 1 + Math.floor(Math.random() * MAX_BYTES)
      const one = await uploadOne(setup.stack.address, { album, bytes })
      if (one) sent.push(one)
      isSaved = one?.rowId !== undefined
      if (!isSaved) await sleep(100)
    }
  }
  const lane = async () => {
    while (next < count) {
      const album = setup.albums[next % setup.albums.length]
      next += 1
      if (album) await upload(album)
    }
  }
  const killed = sleep(Math.random() * LATEST_MS).then(() => harm(setup, what))
  await Promise.all([...Array.from({ length: LANES }, lane), killed])
  return sent
}

async function end(setup: World): Promise<void> {
  await setup.stack.stop()
  await setup.ceph.stop()
  removeDataDir(setup.dataDir)
}

async function run(rounds: readonly Harm[], perRound: number): Promise<SuiteResult> {
  const setup = await open()
  const sent: Acknowledged[] = []
  const violations: string[] = []
  for (const [at, what] of rounds.entries()) {
    const now = await uploadUnder(setup, { what, count: perRound })
    sent.push(...now)
    const { address } = setup.stack
    const found = await withStores(setup, (files) =>
      checkUploads({ address, files }, { albums: setup.albums, sent }),
    )
    const rows = now.filter(({ rowId }) => rowId !== undefined).length
    console.log(
      `  round ${at + 1}: kill -9 ${what}, ${now.length} files and ${rows} rows acknowledged, ${found.length} violations`,
    )
    violations.push(...found.map((words) => `round ${at + 1} (${what}): ${words}`))
  }
  await end(setup)
  const rows = sent.filter(({ rowId }) => rowId !== undefined).length
  const figures = `${rounds.length} kills during ${rounds.length * perRound} uploads to disk and S3, ${sent.length} files and ${rows} rows acknowledged`
  return { violations, figures }
}

export const uploads: Suite = {
  name: 'uploads',
  run: ({ full }) =>
    full
      ? run(
          Array.from({ length: 10 }, (_, at) => ROUNDS[at % ROUNDS.length] ?? 'server'),
          50,
        )
      : run(['store', 'everything'], 20),
  /** Files that are removed or changed behind the product's back must be detected. */
  async prove() {
    const setup = await open()
    const sent: Acknowledged[] = []
    for (const album of [...setup.albums, ...setup.albums]) {
      const one = await uploadOne(setup.stack.address, { album, bytes: 2_000 })
      if (one) sent.push(one)
    }
    const [first, second] = sent
    if (!first || !second || sent.length < 4) throw new Error('nothing was uploaded')
    const { address } = setup.stack
    const found = await withStores(setup, async (files) => {
      const quiet = await checkUploads({ address, files }, { albums: setup.albums, sent })
      if (quiet.length > 0) throw new Error(`not quiet before: ${quiet.join('; ')}`)
      await files.in(first.album.store).remove([first.key])
      const damaged = sent.map((one) => (one === second ? { ...one, hash: '' } : one))
      return checkUploads({ address, files }, { albums: setup.albums, sent: damaged })
    })
    await end(setup)
    const missed = [/is gone/, /not what was sent/, /points at nothing/].filter(
      (words) => !found.some((violation) => words.test(violation)),
    )
    if (missed.length > 0) throw new Error(`not detected: ${missed.join(', ')}`)
    return { violations: found, figures: 'each kind of damage was detected' }
  },
}
