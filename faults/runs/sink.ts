import { createServer } from 'node:http'

/** An external service that acts once per idempotency key and records the requests. */
export interface Sink {
  host: string
  port: number
  asked: Map<string, number[]>
  close(): void
}

export async function openSink(host = '127.0.0.1'): Promise<Sink> {
  const asked = new Map<string, number[]>()
  const server = createServer((request, reply) => {
    const key = String(request.headers['idempotency-key'])
    asked.set(key, [...(asked.get(key) ?? []), Date.now()])
    request.resume().on('end', () => {
      reply.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const address = server.address()
  return {
    host,
    port: typeof address === 'object' && address ? address.port : 0,
    asked,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
