import autocannon from 'autocannon'
import { makeWatchedProject } from '../../faults/row-events/watched-project.ts'
import { signIn } from '../../faults/stack/call.ts'
import { makeDataDir, removeDataDir, startStack } from '../../faults/stack/stack.ts'
import type { Measured, Measurement } from '../measure/measurement.ts'
import { median, round, spread } from '../measure/statistics.ts'

const PAIRS = Number(process.env.PAIRS ?? 10)
const SECONDS = 1
const CONNECTIONS = [1, 16]
const ENGINES = ['postgres', 'sqlite3'] as const

interface Side {
  url: string
  token: string
  projectId: string
}

async function sample({ url, token, projectId }: Side, connections: number): Promise<number> {
  const result = await autocannon({
    url,
    connections,
    duration: SECONDS,
    requests: [
      {
        method: 'POST',
        path: `/api/data/thing?$projectId=${projectId}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ n: 1 }),
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} rejected, ${result.errors} errors`)
  return result['2xx'] / result.duration
}

/** Alternates samples of both kinds; the first of each is a warm-up. */
async function compare(sides: { watched: Side; plain: Side }, connections: number) {
  const pairs: { watched: number; plain: number }[] = []
  for (let pair = 0; pair <= PAIRS; pair += 1) {
    const watched = await sample(sides.watched, connections)
    pairs.push({ watched, plain: await sample(sides.plain, connections) })
  }
  pairs.shift()
  return {
    watched: round(median(pairs.map((pair) => pair.watched)), 1),
    plain: round(median(pairs.map((pair) => pair.plain)), 1),
    ratio: spread(pairs.map((pair) => pair.watched / pair.plain)),
  }
}

async function measure(): Promise<Measured> {
  const stack = await startStack({ dataDir: makeDataDir(), env: { PLINTH_LOG_LEVEL: 'error' } })
  const { address: url } = stack
  const token = await signIn(url)
  const caller = { address: url, token }
  const lines: (Awaited<ReturnType<typeof compare>> & Record<string, unknown>)[] = []
  for (const database of ENGINES) {
    const made = async (name: string, active: boolean): Promise<Side> => {
      // Every event is written, read, filtered and removed; none starts a run, which has its own cost.
      const project = { database, name: `${name} ${database}`, active, filter: 'n > 1' }
      return { url, token, projectId: (await makeWatchedProject(caller, project)).projectId }
    }
    const sides = { watched: await made('Watched', true), plain: await made('Plain', false) }
    for (const connections of CONNECTIONS) {
      const line = await compare(sides, connections)
      lines.push({ database, connections, ...line })
      console.log(
        `  ${database}, ${connections} connections: ${line.watched} creates/s with a row trigger, ` +
          `${line.plain} without, ratio ${line.ratio.median} (${line.ratio.low}–${line.ratio.high})`,
      )
    }
  }
  await stack.stop()
  removeDataDir(stack.dataDir)
  return {
    figures: `creates with a row trigger against without: ${lines.map(({ ratio }) => ratio.median).join(', ')}`,
    violations: [],
    result: { pairs: PAIRS, seconds: SECONDS, lines },
  }
}

/** Cost of an active row trigger for row creation. */
export const rowEventCost: Measurement = { name: 'row-event-cost', run: measure }
