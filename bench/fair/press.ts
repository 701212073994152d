import { Agent, request } from 'node:http'

/** A request that is sent again and again. */
export interface Pressed {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly token: string
  readonly body?: unknown
}

export interface Sent {
  readonly status: number
  readonly ms: number
}

/** Sends one request; a lost connection has status 0. */
function sendOne(address: string, { pressed, agent }: { pressed: Pressed; agent: Agent }) {
  const { method, path, token, body } = pressed
  const text = body === undefined ? undefined : JSON.stringify(body)
  const since = performance.now()
  return new Promise<Sent>((resolve) => {
    const end = (status: number) => resolve({ status, ms: performance.now() - since })
    const headers = {
      authorization: `Bearer ${token}`,
      ...(text !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      }),
    }
    const asked = request(`${address}${path}`, { method, agent, headers }, (answer) => {
      answer.resume()
      answer.once('end', () => end(answer.statusCode ?? 0))
      answer.once('error', () => end(0))
    })
    asked.once('error', () => end(0))
    asked.end(text)
  })
}

export interface Pressure {
  readonly connections: number
  readonly pressed: Pressed
}

/** Sends requests without pause on a number of connections until it is stopped; returns what was answered. */
export function press(address: string, { connections, pressed }: Pressure) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const sent: Sent[] = []
  let isStopped = false
  const work = async () => {
    while (!isStopped) sent.push(await sendOne(address, { pressed, agent }))
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
