import { buildNotesProject } from '../../faults/rows/notes-project.ts'
import { type Caller, call, signIn } from '../../faults/stack/call.ts'
import { openProject } from '../../faults/stack/make-workflow.ts'
import { makeDataDir, removeDataDir, type Stack, startStack } from '../../faults/stack/stack.ts'
import { average, round } from '../measure/statistics.ts'
import { watchProcessors } from '../others/processor-use.ts'

/**
 * Compares the processor time of this checkout with another one: `node bench/builds/compare-builds.ts ../before`.
 * Each checkout runs twice; a difference within the band between its two installations is noise. Rounds are short and
 * many, because the processor time of one round doubles when neighbours are busy. A second argument chooses the kinds
 * of work by a part of their name.
 */
const ROUNDS = Number(process.env.ROUNDS ?? 80)
const AT_ONCE = 4

interface Work {
  count: number
  send(): Promise<unknown>
}

async function must(at: Caller, request: Parameters<typeof call>[1]): Promise<void> {
  const { status, body } = await call(at, request)
  if (status === undefined || status >= 300)
    throw new Error(`${request.path} answered ${status} ${JSON.stringify(body)}`)
}

/** The measured requests and runs of one installation, by name. */
async function prepareWork({ address }: Stack): Promise<Record<string, Work>> {
  const work: Record<string, Work> = {}
  for (const engine of ['postgres', 'sqlite3'] as const) {
    const { projectId, user, notes } = await buildNotesProject(address, { engine })
    const reader = { address, token: user.token }
    const query = `$projectId=${projectId}`
    const path = `/api/data/note/${notes[0]}?${query}`
    work[`${engine}: page of rows`] = {
      count: 400,
      send: () =>
        must(reader, { method: 'GET', path: `/api/data/note?${query}&$limit=50&$sort=rank` }),
    }
    work[`${engine}: save a cell`] = {
      count: 120,
      send: () => must(reader, { method: 'PUT', path, body: { title: `Note ${Math.random()}` } }),
    }
  }
  const { save } = await openProject(address)
  const saved = await save('Called', [
    { kind: 'trigger-webhook', parameters: { answer: 'result' } },
  ])
  const path = new URL(saved.triggers[0]?.url ?? '').pathname
  const admin = { address, token: await signIn(address) }
  work.run = {
    count: 25,
    send: () => must(admin, { method: 'POST', path, body: { n: 1 } }),
  }
  return work
}

/** Processor milliseconds per request of the product and of its database server. */
async function measure({ pid }: Stack, { count, send }: Work): Promise<number> {
  const stop = watchProcessors({ product: pid, databaseOf: pid })
  let left = count
  const sender = async () => {
    while (left > 0) {
      left -= 1
      await send()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sender))
  const { servers, database } = stop()
  return (servers + database) / count
}

const [other, only = ''] = process.argv.slice(2)
if (other === undefined) throw new Error('Name the folder of the other checkout.')
// The outer pair and the inner pair each have one installation that started early and one that started late.
const roots = { this: undefined, other, otherAgain: other, thisAgain: undefined }
const builds: { name: string; stack: Stack; work: Record<string, Work> }[] = []
for (const [name, root] of Object.entries(roots)) {
  const env = { PLINTH_SIGN_IN_ATTEMPTS: '100000000' }
  const stack = await startStack({ dataDir: makeDataDir(), env, ...(root ? { root } : {}) })
  builds.push({ name, stack, work: await prepareWork(stack) })
}
for (const kind of Object.keys(builds[0]?.work ?? {}).filter((name) => name.includes(only))) {
  const times: Record<string, number[]> = {}
  for (let turn = -5; turn < ROUNDS; turn += 1)
    for (const { name, stack, work } of turn % 2 === 0 ? builds : builds.toReversed()) {
      const measured = work[kind]
      if (measured === undefined) throw new Error(`${kind} was not prepared`)
      const time = await measure(stack, measured)
      // The first rounds warm up.
      if (turn >= 0) times[name] = [...(times[name] ?? []), time]
    }
  const mean = (...names: (keyof typeof roots)[]) =>
    average(names.flatMap((name) => times[name] ?? []))
  console.log(`${kind}: ${round(mean('this', 'thisAgain'))} ms`, {
    'this / other': round(mean('this', 'thisAgain') / mean('other', 'otherAgain')),
    'this / itself': round(mean('this') / mean('thisAgain')),
    'other / itself': round(mean('other') / mean('otherAgain')),
  })
}
for (const { stack } of builds) {
  await stack.stop()
  removeDataDir(stack.dataDir)
}
