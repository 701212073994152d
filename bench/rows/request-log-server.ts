import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { routes } from '../../apps/server/src/app/startup/routes.ts'
import { startServer } from '../../apps/server/src/app/startup/start-server.ts'
import type { Answered } from '../../apps/server/src/foundation/http/calls/request-recorder.ts'
import { buildApp } from '../../apps/server/src/foundation/http/server/build-app.ts'
import { readEnv } from '../../apps/server/src/foundation/settings/env.ts'
import { openRequestRecorder } from '../../apps/server/src/rows/request-log/open-request-recorder.ts'

/**
 * A server with an additional control endpoint that switches the request log on and off between samples: both sides
 * have the same code, compilation, pools and rows.
 */
const server = await startServer(readEnv([], process.env))
const { context } = server
const recorder = openRequestRecorder(context)
// Its timer would also write during samples without the log; here it writes only on command.
await recorder.stop()

const MAX_SEEN = 256
let isOn = true
let seen: Answered[] = []
const requests = {
  isOn: true,
  add(answered: Answered) {
    if (!isOn) return
    recorder.add(answered)
    if (seen.length < MAX_SEEN) seen.push({ ...answered })
  },
  stop: async () => undefined,
}
const app = await buildApp({ ...context, requests }, { routes, page: async () => undefined })
const door = await app.listen({ port: 0, host: '127.0.0.1' })

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const micros = ({ user, system }: NodeJS.CpuUsage) => user + system
const read = () => ({
  process: micros(process.cpuUsage()),
  thread: micros(process.threadCpuUsage()),
})
let started = read()

const TIMES = 100_000

/** Cost of writing the queued entries. */
async function write() {
  const before = read()
  await recorder.stop()
  return read().thread - before.thread
}

/** Cost of the log per request in isolation: records the same answered requests repeatedly. */
async function direct() {
  const all = seen
  const before = read()
  for (let time = 0; time < TIMES; time += 1) {
    const one = all[time % all.length]
    if (one) recorder.add({ ...one })
  }
  const { thread } = read()
  await recorder.stop()
  return (thread - before.thread) / TIMES
}

/** Processor time in microseconds, of all threads and of the main thread. */
async function answer(asked: unknown): Promise<unknown> {
  if (asked === 'direct') return direct()
  if (asked === 'begin on' || asked === 'begin off') {
    isOn = asked === 'begin on'
    if (isOn) seen = []
    collect()
    started = read()
    return true
  }
  if (asked === 'write') return write()
  const ended = read()
  return { process: ended.process - started.process, thread: ended.thread - started.thread }
}

const { databaseUrl } = server.outside
process.send?.({ door, address: server.address, databaseUrl })
process.on('message', async (asked) => {
  if (asked !== 'stop') return process.send?.(await answer(asked))
  await app.close()
  await server.stop()
  process.disconnect()
})
process.once('disconnect', () => process.exit())
