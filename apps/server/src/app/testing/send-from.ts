import { request } from 'node:http'
import { inject } from 'vitest'

interface FromAddress {
  path: string
  headers?: Record<string, string>
  body: unknown
  baseUrl?: string
}

/** Posts JSON from a given local address, which `fetch` does not support. */
export function sendFrom(
  localAddress: string,
  { path, headers = {}, body, baseUrl = inject('server').address }: FromAddress,
): Promise<{ status: number; body: unknown }> {
  const url = new URL(path, baseUrl.replace('localhost', '127.0.0.1'))
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      localAddress,
      headers: { 'content-type': 'application/json', host: url.host, ...headers },
    })
    sent.once('error', reject)
    sent.once('response', async (answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk)
      resolve({
        status: answer.statusCode ?? 0,
        body: JSON.parse(Buffer.concat(chunks).toString() || 'null'),
      })
    })
    sent.end(JSON.stringify(body))
  })
}
