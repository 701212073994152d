import { randomUUID } from 'node:crypto'
import { buildNotesProject, ENGINES, type NotesProject } from '../rows/notes-project.ts'
import { call, signIn } from '../stack/call.ts'
import { Random } from '../stack/random.ts'
import { makeDataDir, removeDataDir, startStack } from '../stack/stack.ts'
import type { Suite, SuiteResult } from '../stack/suite.ts'
import { type Archive, storeArchive } from './archive.ts'
import { archivePairs } from './archive-pairs.ts'
import { NO_PROJECT, type Pair, type PairRequest } from './pair.ts'

const SEED = 1
const AT_ONCE = 16
const NO_LIMIT = '100000000'

const NO_KEY = `key_${'0'.repeat(26)}`

function pairOf(
  random: Random,
  { a, b, staff }: { a: NotesProject; b: NotesProject; staff: string },
): Pair {
  const [row, none] = [random.pick(b.notes), randomUUID()]
  const own = `$projectId=${a.projectId}`
  const both = (requestOf: (id: string) => PairRequest) => ({
    foreign: requestOf(row),
    nothing: requestOf(none),
  })
  const byUser = (requestOf: (id: string) => PairRequest): Pair => ({
    token: a.user.token,
    ...both(requestOf),
  })
  const project = (requestOf: (id: string) => PairRequest): Pair => ({
    token: staff,
    foreign: requestOf(b.projectId),
    nothing: requestOf(NO_PROJECT),
  })
  const byKey = (requestOf: (id: string) => PairRequest): Pair => ({
    ...project(requestOf),
    token: a.key.secret,
  })
  const keyRow = (requestOf: (id: string) => PairRequest): Pair => ({
    token: a.key.secret,
    foreign: requestOf(b.topic),
    nothing: requestOf(none),
  })
  const filter = (id: string) => encodeURIComponent(`id = "${id}" || topic.notes.id ?= "${id}"`)
  return random.pick<() => Pair>([
    () => byUser((id) => ({ method: 'GET', path: `/api/data/note/${id}?${own}` })),
    () => byUser((id) => ({ method: 'GET', path: `/api/data/note/${id}` })),
    () => byUser((id) => ({ method: 'GET', path: `/api/data/note?${own}&$filter=${filter(id)}` })),
    () => byUser((id) => ({ method: 'DELETE', path: `/api/data/note/${id}?${own}` })),
    () => byUser((id) => ({ method: 'DELETE', path: `/api/data/note?${own}`, body: [id] })),
    () =>
      byUser((id) => ({
        method: 'PUT',
        path: `/api/data/note/${id}?${own}`,
        body: { title: 'x' },
      })),
    () =>
      byUser((id) => ({
        method: 'PUT',
        path: `/api/data/note?${own}`,
        body: [{ id, title: 'x' }],
      })),
    () =>
      byUser((id) => ({
        method: 'PUT',
        path: `/api/data/topic/${a.topic}?${own}`,
        body: { notes: [id] },
      })),
    () =>
      byUser((id) => ({
        method: 'POST',
        path: `/api/data/note?${own}`,
        body: { title: 'x', owner: id },
      })),
    () => project((id) => ({ method: 'GET', path: `/api/data/note?$projectId=${id}` })),
    () => project((id) => ({ method: 'GET', path: `/api/data/note/${row}?$projectId=${id}` })),
    () =>
      project((id) => ({
        method: 'PUT',
        path: `/api/data/note/${row}?$projectId=${id}`,
        body: { title: 'x' },
      })),
    () => project((id) => ({ method: 'DELETE', path: `/api/data/note/${row}?$projectId=${id}` })),
    () => project((id) => ({ method: 'GET', path: `/api/data/note/export?$projectId=${id}` })),
    () => project((id) => ({ method: 'GET', path: `/api/project/${id}/configuration` })),
    () => project((id) => ({ method: 'GET', path: `/api/project/${id}/audit?area=row` })),
    () =>
      project((id) => ({
        method: 'POST',
        path: `/api/project/${id}/explain`,
        body: { table: 'note', rowId: row, user: null },
      })),
    // A key can access rows of its own project only.
    () => keyRow((id) => ({ method: 'GET', path: `/api/data/topic/${id}` })),
    () => keyRow((id) => ({ method: 'GET', path: `/api/data/topic?$filter=${filter(id)}` })),
    () => keyRow((id) => ({ method: 'DELETE', path: `/api/data/topic/${id}?${own}` })),
    () => keyRow((id) => ({ method: 'PUT', path: `/api/data/topic/${id}`, body: { name: 'x' } })),
    () =>
      keyRow((id) => ({ method: 'POST', path: '/api/data/note', body: { title: 'x', topic: id } })),
    () => byKey((id) => ({ method: 'GET', path: `/api/data/topic?$projectId=${id}` })),
    () => byKey((id) => ({ method: 'GET', path: `/api/data/topic/${b.topic}?$projectId=${id}` })),
    () => byKey((id) => ({ method: 'GET', path: `/api/data/topic/export?$projectId=${id}` })),
    () => byKey((id) => ({ method: 'GET', path: `/api/project/${id}/configuration` })),
    () =>
      byKey((id) => ({
        method: 'PUT',
        path: `/api/data/topic/${b.topic}?$projectId=${id}`,
        body: { name: 'x' },
      })),
    () => project((id) => ({ method: 'GET', path: `/api/project/${id}/key` })),
    () => project((id) => ({ method: 'DELETE', path: `/api/project/${id}/key/${b.key.id}` })),
    () => ({
      token: a.staff,
      foreign: { method: 'DELETE', path: `/api/project/${a.projectId}/key/${b.key.id}` },
      nothing: { method: 'DELETE', path: `/api/project/${a.projectId}/key/${NO_KEY}` },
    }),
    // A caller of A gets the same response as a guest of B.
    () => ({
      token: a.user.token,
      foreign: { method: 'GET', path: `/api/data/note?$projectId=${b.projectId}` },
      nothing: { method: 'GET', path: `/api/data/note?${own}&$filter=id=""` },
    }),
  ])()
}

async function answerTo(address: string, token: string | undefined, asked: PairRequest) {
  const answer = await call({ address, ...(token && { token }) }, asked)
  const { error, ...rest } = answer.body as { error?: Record<string, unknown> }
  const text = JSON.stringify(error ? { ...error, requestId: '' } : rest)
  return { status: answer.status, text }
}

async function askAll(options: {
  address: string
  towns: readonly [NotesProject, NotesProject]
  pairs: number
  staff: string
  archives: { own: Archive; foreign: Archive }
}): Promise<SuiteResult> {
  const { address, towns, staff, archives } = options
  const [a, b] = towns
  const random = new Random(SEED)
  const violations: string[] = []
  // Each of these once; row requests, of which there are many, at random.
  const fixed = archivePairs({ a, b, staff }, archives)
  let left = options.pairs
  const ofB = async () => {
    const rows = await answerTo(address, b.user.token, { method: 'GET', path: '/api/data/note' })
    return `${rows.text} ${await archives.foreign.read()}`
  }
  const before = await ofB()
  const person = async () => {
    while (left > 0) {
      left -= 1
      const pair = fixed.pop() ?? pairOf(random, { a, b, staff })
      const foreign = await answerTo(address, pair.token, pair.foreign)
      const nothing = await answerTo(address, pair.token, pair.nothing)
      const said = `${pair.foreign.method} ${pair.foreign.path}`
      if (foreign.text.includes(b.canary) || foreign.text.includes(b.secret))
        violations.push(`${said} tells what is not theirs`)
      else if (foreign.status !== nothing.status || foreign.text !== nothing.text)
        violations.push(
          `${said}: ${foreign.status} ${foreign.text.slice(0, 200)}, but ${nothing.status} for what is not there`,
        )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, person))
  if ((await ofB()) !== before) violations.push('rows or backups of B were changed')
  return { violations, figures: `${options.pairs * 2} requests` }
}

async function run(pairs: number, isProving: boolean): Promise<SuiteResult> {
  const stack = await startStack({
    dataDir: makeDataDir(),
    env: { PLINTH_SIGN_IN_ATTEMPTS: NO_LIMIT },
  })
  try {
    const violations: string[] = []
    for (const engine of ENGINES) {
      const { address } = stack
      const a = await buildNotesProject(address, { engine })
      const b = await buildNotesProject(address, { engine })
      // An admin can see both projects, which the suite must detect.
      const staff = isProving ? await signIn(address) : a.staff
      const archives = {
        own: await storeArchive(address, a),
        foreign: await storeArchive(address, b),
      }
      const found = await askAll({ address, towns: [a, b], pairs, staff, archives })
      violations.push(...found.violations.map((each) => `${engine}: ${each}`))
    }
    const figures = `${pairs * 4} requests by people of one project about things of another, both engines`
    return { violations, figures }
  } finally {
    await stack.stop()
    removeDataDir(stack.dataDir)
  }
}

/** R1: a request for another project's object is answered like one for an object that does not exist. */
export const tenants: Suite = {
  name: 'tenants',
  run: ({ full }) => run(full ? 2_500 : 250, false),
  prove: () => run(100, true),
}
