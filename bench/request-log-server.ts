import { routes } from '../apps/server/src/app.ts'
import { readEnv } from '../apps/server/src/env.ts'
import { buildApp } from '../apps/server/src/http/build-app.ts'
import { openRequestRecorder } from '../apps/server/src/request-log/open-request-recorder.ts'
import { startServer } from '../apps/server/src/start-server.ts'

/**
 * One server with two more doors: what comes through the first is logged, what comes through the second is not.
 * Everything else is the same process, the same pools and the same rows.
 */
const server = await startServer(readEnv([], process.env))
const { context } = server
const recorder = openRequestRecorder(context)
const silent = { isOn: false, add: () => undefined, stop: async () => undefined }

async function open(
  requests: typeof silent,
): Promise<[app: Awaited<ReturnType<typeof buildApp>>, address: string]> {
  const app = await buildApp({ ...context, requests }, { routes, page: async () => undefined })
  return [app, await app.listen({ port: 0, host: '127.0.0.1' })]
}

const [logged, on] = await open(recorder as typeof silent)
const [plain, off] = await open(silent)
// Its own clock would write in turns that are not logged; here it writes when it is told to.
await recorder.stop()

const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** What writing down costs by itself. */
async function flush(): Promise<number> {
  const before = cpuMs()
  await recorder.stop()
  return cpuMs() - before
}

const { databaseUrl } = server.outside
process.send?.({ on, off, address: server.address, databaseUrl })
process.on('message', async (asked) => {
  if (asked === 'cpu') return process.send?.(cpuMs())
  if (asked === 'flush') return process.send?.(await flush())
  await Promise.all([logged.close(), plain.close()])
  await server.stop()
  process.disconnect()
})
process.once('disconnect', () => process.exit())
