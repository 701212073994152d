import { connect, createServer } from 'node:net'
import { join } from 'node:path'

/** Forwards a local TCP port to the embedded PostgreSQL, to stand in for an external server. */
export async function forwardPostgres(
  databaseUrl: string,
  wantedPort = 0,
): Promise<{ port: number; close(): void }> {
  const { hostname, port: socketPort } = new URL(databaseUrl)
  const socket = join(decodeURIComponent(hostname), `.s.PGSQL.${socketPort}`)
  const server = createServer((from) => {
    const to = connect(socket)
    from.pipe(to).pipe(from)
    for (const one of [from, to]) one.on('error', () => undefined)
  })
  await new Promise<void>((done) => server.listen(wantedPort, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : wantedPort
  return { port, close: () => void server.close() }
}
