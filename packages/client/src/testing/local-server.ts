import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A received request. */
interface ReceivedRequest {
  method: string
  path: string
  query: Record<string, string>
  headers: IncomingMessage['headers']
  body: unknown
}

/** A response; `lost` ends the connection without one. `events` is the text of a stream that stays open. */
type Answer = (
  heard: ReceivedRequest,
) =>
  | { status?: number; headers?: Record<string, string>; body: unknown }
  | { events: string }
  | 'lost'

export interface LocalServer {
  address: string
  requests: ReceivedRequest[]
  /** Response to all further requests. */
  answer: Answer
  close(): Promise<void>
}

async function hear(request: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  const url = new URL(request.url ?? '/', 'http://localhost')
  const isJson = request.headers['content-type']?.startsWith('application/json') && text !== ''
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: request.headers,
    body: isJson ? JSON.parse(text) : text || undefined,
  }
}

/** A real HTTP server that records requests and returns configured responses. */
export async function startLocalServer(): Promise<LocalServer> {
  const local: Omit<LocalServer, 'address' | 'close'> = {
    requests: [],
    answer: () => ({ body: { data: [] } }),
  }
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const heard = await hear(request)
    local.requests.push(heard)
    const answer = local.answer(heard)
    if (answer === 'lost') {
      response.destroy()
      return
    }
    if ('events' in answer) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(answer.events)
      return
    }
    const { status = 200, headers = {}, body } = answer
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(local, {
    address: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}
