import { Agent, type ClientRequest, request } from 'node:http'

/** A request that is sent again and again. */
export interface Pressed {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly token: string
  readonly body?: unknown
  /** Bytes that are sent to the upload URL of each answer. */
  readonly uploads?: number
}

export interface Sent {
  readonly status: number
  readonly ms: number
}

export interface Pressure {
  readonly connections: number
  readonly pressed: Pressed
}

interface Answered {
  readonly status: number
  readonly text: string
}

/** The answer to a request; a lost connection has status 0. */
function answerOf(asked: ClientRequest, body: string | Buffer | undefined): Promise<Answered> {
  return new Promise((resolve) => {
    const lose = () => resolve({ status: 0, text: '' })
    asked.once('response', (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
      )
      answer.once('error', lose)
    })
    asked.once('error', lose)
    asked.end(body)
  })
}

function sendOnce({ address, agent }: { address: string; agent: Agent }, pressed: Pressed) {
  const { method, path, token, body } = pressed
  const text = body === undefined ? undefined : JSON.stringify(body)
  const headers = {
    authorization: `Bearer ${token}`,
    ...(text !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    }),
  }
  return answerOf(request(`${address}${path}`, { method, agent, headers }), text)
}

/** Sends the bytes to a signed URL, on this server whatever its host. */
async function upload(at: { address: string; agent: Agent }, signed: Answered, bytes: Buffer) {
  if (signed.status !== 200) return signed
  const { urls } = JSON.parse(signed.text) as { urls: readonly string[] }
  const { pathname, search, searchParams } = new URL(urls[0] ?? '')
  const headers = {
    'content-type': searchParams.get('Content-Type') ?? '',
    'x-amz-acl': searchParams.get('x-amz-acl') ?? '',
    'content-length': bytes.length,
  }
  const options = { method: 'PUT', agent: at.agent, headers }
  return answerOf(request(`${at.address}${pathname}${search}`, options), bytes)
}

/** Sends requests without pause on a number of connections until it is stopped; returns what was answered. */
export function press(address: string, { connections, pressed }: Pressure) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const at = { address, agent }
  const bytes = pressed.uploads === undefined ? undefined : Buffer.alloc(pressed.uploads, 1)
  const sent: Sent[] = []
  let isStopped = false
  const work = async () => {
    while (!isStopped) {
      const since = performance.now()
      const answered = await sendOnce(at, pressed)
      const { status } = bytes ? await upload(at, answered, bytes) : answered
      sent.push({ status, ms: performance.now() - since })
    }
  }
  const all = Promise.all(Array.from({ length: connections }, work))
  return {
    async stop(): Promise<readonly Sent[]> {
      isStopped = true
      await all
      agent.destroy()
      return sent
    },
  }
}
