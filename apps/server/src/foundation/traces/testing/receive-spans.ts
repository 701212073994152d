import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { decodeSpans, type ReceivedSpan } from './decode-spans.ts'

/** A receiver of OTLP over HTTP. */
export interface SpanReceiver {
  endpoint: string
  spans: ReceivedSpan[]
  headers: IncomingHttpHeaders[]
  /** While it is set, requests are answered only when it resolves. */
  hold: Promise<void> | undefined
  close(): Promise<void>
}

export async function receiveSpans(): Promise<SpanReceiver> {
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    await receiver.hold
    receiver.headers.push(request.headers)
    if (request.url === '/v1/traces') receiver.spans.push(...decodeSpans(body))
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const receiver: SpanReceiver = {
    endpoint: `http://127.0.0.1:${port}`,
    spans: [],
    headers: [],
    hold: undefined,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}
