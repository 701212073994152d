import { randomBytes } from 'node:crypto'
import { openFloor } from '../../apps/server/src/rows/files/testing/open-floor.ts'
import { openSdkStore, type SdkStore } from '../../apps/server/src/rows/files/testing/sdk-store.ts'
import { type Ceph, startCeph } from '../../apps/server/src/rows/files/testing/start-ceph.ts'
import { call, signIn } from '../../faults/stack/call.ts'
import { findChildren } from '../../faults/stack/find-children.ts'
import {
  embeddedDatabaseUrl,
  makeDataDir,
  removeDataDir,
  startStack,
} from '../../faults/stack/stack.ts'

import type { Measured, Measurement } from '../measure/measurement.ts'
import { median, round, spread } from '../measure/statistics.ts'
import { processorSeconds } from '../rows/shop-project.ts'

const PAIRS = Number(process.env.PAIRS ?? 10)
const LANES = 4
const MB = 1024 * 1024
/** Large files determine the throughput; small ones show the cost of a signature and a row. */
const SIZES = [
  { name: '8 MB', bytes: 8 * MB, count: 8, required: 0.8 },
  { name: '1 MB', bytes: MB, count: 40, required: 0 },
  { name: '64 KB', bytes: 64 * 1024, count: 80, required: 0 },
]
const TABLES = [
  {
    id: 'notes',
    name: 'note',
    columns: [{ id: 'n1', name: 'paper', type: 'file', options: { maxFileSize: 32 * MB } }],
  },
]
const TYPE = 'application/x-paper'

interface Place {
  address: string
  token: string
  projectId: string
}

async function must(at: { address: string; token: string }, path: string, body: unknown) {
  const answer = await call(at, { method: 'POST', path, body })
  if (answer.status === undefined || answer.status > 202)
    throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

async function makePlace(address: string): Promise<Place> {
  const at = { address, token: await signIn(address) }
  const { projectId } = await must(at, '/api/project', { cloned: false, name: 'Uploads' })
  const newConfiguration = { version: 'v1', database: 'postgres', tables: TABLES }
  await must(at, `/api/project/${projectId}/configuration`, { newConfiguration })
  await must(at, `/api/database/${projectId}/sync`, {})
  return { ...at, projectId: String(projectId) }
}

async function put(
  url: string,
  body: Buffer<ArrayBuffer>,
  headers: Record<string, string>,
): Promise<void> {
  const answer = await fetch(url, { method: 'PUT', body, headers })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`PUT answered ${answer.status}`)
}

/** Signed by Plinth, sent to the store, saved in a row. */
async function ours(place: Place, body: Buffer<ArrayBuffer>): Promise<void> {
  const at = `?$projectId=${place.projectId}`
  const file = { fileName: 'paper.bin', fileSize: body.length, fileType: TYPE }
  const request = { tableName: 'note', columnName: 'paper', files: [file] }
  const { urls } = await must(place, `/api/file/upload${at}`, request)
  const url = new URL((urls as string[])[0] ?? '')
  await put(url.href, body, {
    'content-type': TYPE,
    'x-amz-acl': url.searchParams.get('x-amz-acl') ?? '',
  })
  const fileKey = url.pathname.slice(url.pathname.indexOf('/prj_') + 1)
  const paper = { ...file, fileKey, url: url.origin + url.pathname }
  await must(place, `/api/data/note${at}`, { paper })
}

/** Signed by the SDK and sent to the same store. */
const sdk = async (store: SdkStore, body: Buffer<ArrayBuffer>) =>
  put(await store.sign(TYPE), body, { 'content-type': TYPE })

type Send = (body: Buffer<ArrayBuffer>) => Promise<void>

interface Sample {
  mbPerSecond: number
  /** Processor time of the product and its servers per file, in milliseconds. */
  productMs: number
}

const WAYS = ['ours', 'floor', 'sdk'] as const
type Way = (typeof WAYS)[number]

interface UploadBench {
  ways: Record<Way, Send>
  /** Processor time used by the product so far. */
  used(): number
}

function usedBy(pid: number): number {
  const pids = [pid, ...findChildren(pid).map((child) => child.pid)]
  return pids.reduce((sum, each) => {
    try {
      return sum + processorSeconds(each)
    } catch {
      // A connection's process may have ended.
      return sum
    }
  }, 0)
}

/** Runs a number of uploads with fixed concurrency. */
async function sample(
  { ways, used }: UploadBench,
  way: Way,
  size: { bytes: number; count: number },
) {
  const body = randomBytes(size.bytes)
  let left = size.count
  const before = used()
  const since = performance.now()
  const lane = async () => {
    for (; left > 0; ) {
      left -= 1
      await ways[way](body)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  const seconds = (performance.now() - since) / 1000
  return {
    mbPerSecond: (size.bytes * size.count) / seconds / MB,
    productMs: ((used() - before) * 1000) / size.count,
  }
}

async function compare(setup: UploadBench, size: (typeof SIZES)[number]) {
  for (const way of WAYS) await sample(setup, way, { ...size, count: LANES })
  const samples: Record<Way, Sample>[] = []
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const ours = await sample(setup, 'ours', size)
    const floor = await sample(setup, 'floor', size)
    samples.push({ ours, floor, sdk: await sample(setup, 'sdk', size) })
  }
  const ratio = (of: Way, to: Way) =>
    spread(samples.map((each) => each[of].mbPerSecond / each[to].mbPerSecond))
  const rate = (way: Way) => round(median(samples.map((each) => each[way].mbPerSecond)), 1)
  const line = {
    size: size.name,
    ratio: ratio('ours', 'sdk'),
    floorRatio: ratio('floor', 'sdk'),
    ofFloor: ratio('ours', 'floor'),
    oursMbPerSecond: rate('ours'),
    floorMbPerSecond: rate('floor'),
    sdkMbPerSecond: rate('sdk'),
    productMsPerFile: round(median(samples.map(({ ours }) => ours.productMs)), 1),
  }
  const { median: middle, low, high } = line.ratio
  console.log(
    `  ${size.name}: ${line.oursMbPerSecond} against ${line.sdkMbPerSecond} MB/s, ratio ${middle} (${low}–${high}); ` +
      `the same round trips bare ${line.floorRatio.median}; the product's processor time ${line.productMsPerFile} ms a file`,
  )
  return line
}

async function measureOn({ settings }: Ceph): Promise<Measured> {
  const store = openSdkStore(settings)
  const env = {
    PLINTH_UPLOAD_RATE: '1000000',
    S3_BUCKET: settings.bucket,
    S3_ENDPOINT: settings.endpoint ?? '',
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    PLINTH_LOG_LEVEL: 'error',
  }
  const stack = await startStack({ dataDir: makeDataDir(), env })
  const place = await makePlace(stack.address)
  const floor = await openFloor(settings, embeddedDatabaseUrl(stack.dataDir))
  const setup: UploadBench = {
    ways: {
      ours: (body) => ours(place, body),
      floor: (body) => floor.upload({ body, type: TYPE, put }),
      sdk: (body) => sdk(store, body),
    },
    used: () => usedBy(stack.pid),
  }
  const lines: Awaited<ReturnType<typeof compare>>[] = []
  for (const size of SIZES) lines.push(await compare(setup, size))
  await floor.close()
  await stack.stop()
  removeDataDir(stack.dataDir)
  store.close()
  const told = lines.map(
    ({ size, ratio, floorRatio }) => `${size} ${ratio.median} (bare ${floorRatio.median})`,
  )
  const violations = lines.flatMap(({ size, ratio }, at) => {
    const least = SIZES[at]?.required ?? 0
    return ratio.median < least ? [`${size}: ${ratio.median}, required ${least}`] : []
  })
  return {
    figures: `sign, PUT and row beside the SDK's signed PUT to the same Ceph: ${told.join(', ')}`,
    violations,
    result: { pairs: PAIRS, lanes: LANES, required: REQUIRED, notes: NOTES, lines },
  }
}

const REQUIRED = '0.8 at 8 MB; smaller sizes are shown, not required'
const NOTES = [
  'Ours is three calls: a signature with its record, the PUT, and the row, for which the server asks the store for size and first bytes. Theirs is a signature in the process and the PUT.',
  'The floor is those round trips with no product between them: an announcement committed, the PUT, a ranged GET, the claim and the row, each committed. A confirmed upload cannot be faster than it.',
  'One Ceph on the same machine: the store takes most of the processor, so the ratios say more than the rates. Where other work ran at the same time, loadBefore tells.',
]

async function measure(): Promise<Measured> {
  const ceph = await startCeph('bluestore')
  return measureOn(ceph).finally(() => ceph.stop())
}

/** Upload throughput of the product, compared with the SDK's. */
export const uploadThroughput: Measurement = { name: 'upload-throughput', run: measure }
