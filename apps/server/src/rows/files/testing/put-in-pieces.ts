import { request } from 'node:http'

export interface Sending {
  chunks: readonly Buffer[]
  /** Without it the body is chunked. */
  length?: number
  /** Ends the connection before the body is complete. */
  isAborted?: boolean
}

/** Sends a body in pieces, as fetch does not; 0 where the connection ended without an answer. */
export async function putInPieces(
  url: string,
  { chunks, length, isAborted }: Sending,
): Promise<number> {
  const headers = {
    'content-type': new URL(url).searchParams.get('Content-Type') ?? '',
    ...(length !== undefined && { 'content-length': length }),
  }
  const sending = request(url, { method: 'PUT', headers })
  const answered = new Promise<number>((resolve) => {
    sending.once('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    sending.once('error', () => resolve(0))
  })
  for (const chunk of chunks) await new Promise((resolve) => sending.write(chunk, resolve))
  if (!isAborted) sending.end()
  else sending.destroy()
  return answered
}
