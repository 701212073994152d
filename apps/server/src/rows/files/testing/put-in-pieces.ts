import { request } from 'node:http'

export interface Sending {
  chunks: readonly Buffer[]
  /** Content-Length; chunked encoding without it. */
  length?: number
  /** Closes the connection before the body is complete. */
  isAborted?: boolean
}

/** Sends a body in chunks, which fetch cannot; returns 0 if the connection closed without a response. */
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
