import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { routes } from '../../apps/server/src/app/startup/routes.ts'
import { startServer } from '../../apps/server/src/app/startup/start-server.ts'
import { buildApp } from '../../apps/server/src/foundation/http/server/build-app.ts'
import { type Metrics, openMetrics } from '../../apps/server/src/foundation/metrics/metrics.ts'
import { serveMetrics } from '../../apps/server/src/foundation/metrics/serve-metrics.ts'
import { readEnv } from '../../apps/server/src/foundation/settings/env.ts'

/**
 * A server with an additional control endpoint that switches the metrics of requests on and off between samples: both
 * sides have the same code, compilation, pools and rows.
 */
const server = await startServer(readEnv([], process.env))
const { context } = server
const { log } = context
const own = await openMetrics(log)
let isOn = true
let record: (labels: Record<string, string>, value: number) => void = () => undefined
const metrics: Metrics = {
  ...own,
  histogram(of) {
    const observe = own.histogram(of)
    record = observe as typeof record
    return (labels, value) => {
      if (isOn) observe(labels, value)
    }
  },
}
const app = await buildApp({ ...context, metrics }, { routes, page: async () => undefined })
const door = await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = await serveMetrics({ host: '127.0.0.1', port: 0 }, { metrics, log })

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const micros = ({ user, system }: NodeJS.CpuUsage) => user + system
const read = () => ({
  process: micros(process.cpuUsage()),
  thread: micros(process.threadCpuUsage()),
})
let started = read()

const TIMES = 100_000

/** A batch stands for a busy second, and Prometheus scrapes every 15 s unless told otherwise. */
const SECONDS_PER_SCRAPE = 15

/** Share of a busy second in the cost of a scrape: the requests, and all figures of the server. */
async function scrape() {
  const before = read()
  await Promise.all([metrics.print(), context.metrics.print()])
  return (read().thread - before.thread) / SECONDS_PER_SCRAPE
}

/** Cost of recording a request in isolation. */
function direct() {
  const before = read()
  for (let time = 0; time < TIMES; time += 1)
    record({ endpoint: time % 2 ? 'listRows' : 'getRow', status: String(200) }, time / TIMES)
  return (read().thread - before.thread) / TIMES
}

/** Processor time in microseconds, of all threads and of the main thread. */
async function answer(asked: unknown): Promise<unknown> {
  if (asked === 'direct') return direct()
  if (asked === 'begin on' || asked === 'begin off') {
    isOn = asked === 'begin on'
    collect()
    started = read()
    return true
  }
  if (asked === 'write') return scrape()
  const ended = read()
  return { process: ended.process - started.process, thread: ended.thread - started.thread }
}

const { databaseUrl } = server.outside
process.send?.({
  door,
  address: server.address,
  databaseUrl,
  metrics: `http://127.0.0.1:${port}`,
})
process.on('message', async (asked) => {
  if (asked !== 'stop') return process.send?.(await answer(asked))
  await app.close()
  await server.stop()
  process.disconnect()
})
process.once('disconnect', () => process.exit())
