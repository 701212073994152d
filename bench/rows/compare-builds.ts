import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import autocannon, { type AutocannonRequest } from 'autocannon'
import type * as StackModule from '../../faults/stack/stack.ts'
import { median, round, spread } from '../measure/statistics.ts'
import { buildShopProject, type ShopProject } from './shop-project.ts'

/**
 * Processor time per request of this checkout beside other checkouts, given by their folders. The first one is the
 * base; give it twice to see how much a build differs from itself.
 */
const PAIRS = Number(process.env.PAIRS ?? 60)
const REQUESTS = Number(process.env.REQUESTS ?? 250)
const WARM_REQUESTS = 3_000
const CONNECTIONS = 16
const ROWS = 10_000
const START_LIMIT_MS = 600_000
const MAX_ATTEMPTS = 5
const ACTS = ['page', 'one'] as const

function requestsOf(act: (typeof ACTS)[number], project: ShopProject): AutocannonRequest[] {
  const at = `$projectId=${project.projectId}`
  const headers = { authorization: `Bearer ${project.token}` }
  const filter = encodeURIComponent('status = "open"')
  const page = `/api/data/item?${at}&$filter=${filter}&$sort=-createdOn&$limit=30&$version=v2&$count=false`
  if (act === 'page') return [{ method: 'GET', path: page, headers }]
  return project.ids.map((id) => ({ method: 'GET', path: `/api/data/item/${id}?${at}`, headers }))
}

/** Processor time of all threads of a process in microseconds; `/proc/…/stat` counts in steps of 10 ms. */
function processorMicros(pid: number): number {
  const tasks = `/proc/${pid}/task`
  const nanos = readdirSync(tasks).map((task) =>
    Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]),
  )
  return nanos.reduce((sum, each) => sum + each, 0) / 1_000
}

async function start(root: string) {
  const file = join(resolve(root), 'faults/stack/stack.ts')
  const { makeDataDir, removeDataDir, startStack } = (await import(file)) as typeof StackModule
  const dataDir = makeDataDir()
  const env = { PLINTH_LOG_LEVEL: 'error' }
  const stack = await startStack({ dataDir, env, limitMs: START_LIMIT_MS })
  const { address, pid } = stack
  const project = await buildShopProject({ address, engine: 'postgres', rows: ROWS })
  return {
    /** Microseconds per request; repeated if a busy machine lets a request time out. */
    async take(act: (typeof ACTS)[number], amount = REQUESTS): Promise<number> {
      const requests = requestsOf(act, project)
      for (let attempt = 1; ; attempt += 1) {
        const before = processorMicros(pid)
        const { non2xx, errors } = await autocannon({
          url: address,
          connections: CONNECTIONS,
          amount,
          requests,
        })
        if (non2xx === 0 && errors === 0) return (processorMicros(pid) - before) / amount
        if (attempt === MAX_ATTEMPTS) throw new Error(`${root}: ${non2xx + errors} failed`)
      }
    },
    async stop() {
      await stack.stop()
      removeDataDir(dataDir)
    },
  }
}

const roots = process.argv.slice(2)
const builds: Awaited<ReturnType<typeof start>>[] = []
for (const root of roots) builds.push(await start(root))
for (const act of ACTS) {
  for (const build of builds) await build.take(act, WARM_REQUESTS)
  const rounds: number[][] = []
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const spent = new Array<number>(builds.length).fill(0)
    // Each round starts with another build, so that none always follows the same one.
    for (let turn = 0; turn < builds.length; turn += 1) {
      const at = (turn + pair) % builds.length
      spent[at] = (await builds[at]?.take(act)) ?? 0
    }
    rounds.push(spent)
  }
  for (const [at, root] of roots.entries()) {
    const own = rounds.map((spent) => spent[at] ?? 0)
    const {
      median: ratio,
      low,
      high,
    } = spread(rounds.map((spent) => (spent[at] ?? 0) / (spent[0] ?? 1)))
    const micros = `median ${round(median(own), 1)} µs, least ${round(Math.min(...own), 1)} µs`
    console.log(`${act} ${root}: ${micros}, ratio ${ratio} (${low}–${high})`)
  }
}
for (const build of builds) await build.stop()
