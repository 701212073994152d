import { connect, createServer } from 'node:net'
import { join } from 'node:path'

/** Forwards a local TCP port to the PostgreSQL of the tests, to stand in for an external server. */
export async function forwardPostgres(
  databaseUrl: string,
  wantedPort = 0,
): Promise<{ port: number; close(): void }> {
  const { hostname, port: serverPort } = new URL(databaseUrl)
  const host = decodeURIComponent(hostname)
  const target = host.startsWith('/')
    ? { path: join(host, `.s.PGSQL.${serverPort}`) }
    : { host, port: Number(serverPort) }
  const server = createServer((from) => {
    const to = connect(target)
    from.pipe(to).pipe(from)
    for (const one of [from, to]) one.on('error', () => undefined)
  })
  await new Promise<void>((done) => server.listen(wantedPort, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : wantedPort
  return { port, close: () => void server.close() }
}
