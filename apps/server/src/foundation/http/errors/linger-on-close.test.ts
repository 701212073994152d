import { connect } from 'node:net'
import { expect, inject, test } from 'vitest'

const MB = 1_048_576
const PIECE = Buffer.alloc(MB, 'a')

interface Sent {
  answer: string
  /** Bytes that the system took from the client before the connection ended. */
  bytes: number
  error: string | undefined
}

/** Sends a body piece by piece on a raw socket, without waiting for the answer, until the connection ends. */
function sendBody(
  headers: string,
  { path = '/auth/login', pieces, frame }: { path?: string; pieces: number; frame: boolean },
) {
  const { hostname, port, host } = new URL(inject('server').address)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  return new Promise<Sent>((resolve) => {
    let [answer, bytes, left] = ['', 0, pieces]
    let error: string | undefined
    const send = () => {
      if (socket.destroyed) return
      if (left === 0) {
        // The server has answered and closes once it has read everything.
        socket.end(frame ? '0\r\n\r\n' : '')
        return
      }
      left -= 1
      if (frame) socket.write(`${MB.toString(16)}\r\n`)
      socket.write(PIECE, (failed) => {
        if (failed) return
        bytes += MB
        send()
      })
      if (frame) socket.write('\r\n')
    }
    socket.on('data', (data) => {
      answer += data
    })
    socket.on('error', ({ message }) => {
      error = message
    })
    socket.on('close', () => resolve({ answer, bytes, error }))
    socket.write(`POST ${path} HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n\r\n`)
    send()
  })
}

const TYPE = 'Content-Type: application/json'

test.each([
  ['of known length', `${TYPE}\r\nContent-Length: ${50 * MB}`, false],
  ['of unknown length', `${TYPE}\r\nTransfer-Encoding: chunked`, true],
])(
  'a client that sends 50 MB %s reads 413, not a reset',
  async (_name, headers, frame) => {
    const { answer, bytes, error } = await sendBody(headers, { pieces: 50, frame })
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer).toMatch(/\r\nconnection: close\r\n/i)
    expect(answer).toContain('"code":"too_large"')
    expect({ bytes, error }).toEqual({ bytes: 50 * MB, error: undefined })
  },
  90_000,
)

test('a client that does not stop is cut off', async () => {
  const headers = `${TYPE}\r\nContent-Length: ${4_096 * MB}`
  const { answer, bytes } = await sendBody(headers, { pieces: 4_096, frame: false })
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(bytes).toBeLessThan(4_096 * MB)
}, 90_000)

test('a guest who is refused before the body is read is cut off too', async () => {
  const headers = `${TYPE}\r\nContent-Length: ${4_096 * MB}`
  const { answer, bytes } = await sendBody(headers, {
    path: '/api/project',
    pieces: 4_096,
    frame: false,
  })
  expect(answer).toMatch(/^HTTP\/1\.1 401 /)
  expect(answer).toMatch(/\r\nconnection: close\r\n/i)
  expect(bytes).toBeLessThan(4_096 * MB)
}, 90_000)

test('a refused request with a small body keeps its connection', async () => {
  const answer = await fetch(`${inject('server').address}/api/project`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'x' }),
  })
  expect(answer.status).toBe(401)
  expect(answer.headers.get('connection')).toBe('keep-alive')
})
