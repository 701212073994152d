import { routes } from '../apps/server/src/app.ts'
import { readEnv } from '../apps/server/src/env.ts'
import { buildApp } from '../apps/server/src/http/build-app.ts'
import { startServer } from '../apps/server/src/start-server.ts'

/**
 * One server with two doors: behind the second nothing is written to the request log. Everything else is the
 * same process, the same pools and the same rows.
 */
const server = await startServer(readEnv([], process.env))
const quiet = { isOn: false, add: () => undefined, stop: async () => undefined }
const silent = await buildApp(
  { ...server.context, requests: quiet },
  { routes, page: async () => undefined },
)
const off = await silent.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ on: server.address, off, databaseUrl: server.outside.databaseUrl })
process.once('message', async () => {
  await silent.close()
  await server.stop()
  process.disconnect()
})
