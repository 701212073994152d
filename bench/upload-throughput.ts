import { randomBytes } from 'node:crypto'
import { openSdkStore, type SdkStore } from '../apps/server/src/file/testing/sdk-store.ts'
import { type Ceph, startCeph } from '../apps/server/src/file/testing/start-ceph.ts'
import { call, signIn } from '../faults/call.ts'
import { makeDataDir, removeDataDir, startStack } from '../faults/stack.ts'
import type { Measured, Measurement } from './measurement.ts'
import { median, round, spread } from './statistics.ts'

const PAIRS = Number(process.env.PAIRS ?? 10)
const LANES = 4
const MB = 1024 * 1024
/** The throughput that counts is that of files; smaller ones show what a signature and a row cost. */
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

/** Signed by us, sent to the store, saved in a row. */
async function ours(place: Place, body: Buffer<ArrayBuffer>): Promise<void> {
  const at = `?$projectId=${place.projectId}`
  const file = { fileName: 'paper.bin', fileSize: body.length, fileType: TYPE }
  const asked = { tableName: 'note', columnName: 'paper', files: [file] }
  const { urls } = await must(place, `/api/file/upload${at}`, asked)
  const url = new URL((urls as string[])[0] ?? '')
  await put(url.href, body, {
    'content-type': TYPE,
    'x-amz-acl': url.searchParams.get('x-amz-acl') ?? '',
  })
  const fileKey = url.pathname.slice(url.pathname.indexOf('/prj_') + 1)
  const paper = { ...file, fileKey, url: url.origin + url.pathname }
  await must(place, `/api/data/note${at}`, { paper })
}

/** Signed by the SDK, sent to the same store, and nothing else. */
const sdk = async (store: SdkStore, body: Buffer<ArrayBuffer>) =>
  put(await store.sign(TYPE), body, { 'content-type': TYPE })

/** Bytes per second of so many uploads on a few lanes. */
async function turn(
  size: { bytes: number; count: number },
  send: (body: Buffer<ArrayBuffer>) => Promise<void>,
) {
  const body = randomBytes(size.bytes)
  let left = size.count
  const since = performance.now()
  const lane = async () => {
    for (; left > 0; ) {
      left -= 1
      await send(body)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return (size.bytes * size.count) / ((performance.now() - since) / 1000) / MB
}

interface Sides {
  ours: (body: Buffer<ArrayBuffer>) => Promise<void>
  sdk: (body: Buffer<ArrayBuffer>) => Promise<void>
}

async function compare(sides: Sides, size: (typeof SIZES)[number]) {
  await turn({ ...size, count: LANES }, sides.ours)
  await turn({ ...size, count: LANES }, sides.sdk)
  const pairs: { ours: number; sdk: number }[] = []
  for (let pair = 0; pair < PAIRS; pair += 1)
    pairs.push({ ours: await turn(size, sides.ours), sdk: await turn(size, sides.sdk) })
  const line = {
    size: size.name,
    ratio: spread(pairs.map((pair) => pair.ours / pair.sdk)),
    oursMbPerSecond: round(median(pairs.map((pair) => pair.ours)), 1),
    sdkMbPerSecond: round(median(pairs.map((pair) => pair.sdk)), 1),
  }
  const { median: middle, low, high } = line.ratio
  console.log(
    `  ${size.name}: ${line.oursMbPerSecond} against ${line.sdkMbPerSecond} MB/s, ratio ${middle} (${low}–${high})`,
  )
  return line
}

async function measureOn({ settings }: Ceph): Promise<Measured> {
  const store = openSdkStore(settings)
  const env = {
    S3_BUCKET: settings.bucket,
    S3_ENDPOINT: settings.endpoint ?? '',
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    PLINTH_LOG_LEVEL: 'error',
  }
  const stack = await startStack({ dataDir: makeDataDir(), env })
  const place = await makePlace(stack.address)
  const sides: Sides = {
    ours: (body) => ours(place, body),
    sdk: (body) => sdk(store, body),
  }
  const lines: Awaited<ReturnType<typeof compare>>[] = []
  for (const size of SIZES) lines.push(await compare(sides, size))
  await stack.stop()
  removeDataDir(stack.dataDir)
  store.close()
  const told = lines.map(({ size, ratio }) => `${size} ${ratio.median}`)
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
  'One Ceph on the same machine: the store takes most of the processor, so the ratios say more than the rates. Where other work ran at the same time, loadBefore tells.',
]

async function measure(): Promise<Measured> {
  const ceph = await startCeph('bluestore')
  return measureOn(ceph).finally(() => ceph.stop())
}

/** Uploads through the product beside the SDK's own. */
export const uploadThroughput: Measurement = { name: 'upload-throughput', run: measure }
