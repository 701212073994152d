import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const TICK_MS = 20
const TIMEOUT_MS = 30_000
/** Shorter than the balancer keeps an idle connection, so that it never closes one that is being used. */
const IDLE_MS = 10_000

/** One request, sent once. */
export interface LoadRequest {
  method: string
  path: string
  body: object
  token?: string
}

/** Requests at a fixed rate, whatever the answers take. */
export interface SteadyLoad {
  sent: number
  /** The numbers of requests that were answered with success. */
  done: Set<number>
  /** How often each failure was met. */
  failures: Map<string, number>
  /** Milliseconds of each answer. */
  times: number[]
  stop(): Promise<void>
}

function send(
  agent: Agent,
  { address, to }: { address: string; to: LoadRequest },
): Promise<number | string> {
  const { method, path, body, token } = to
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', ...authorization }
    const sent = request(`${address}${path}`, { agent, method, headers, timeout: TIMEOUT_MS })
    sent.once('timeout', () => sent.destroy(new Error('no answer')))
    sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    sent.once('response', (answer) => {
      answer.resume()
      answer.once('error', (error) => resolve(error.message))
      answer.once('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.end(JSON.stringify(body))
  })
}

/** Sends requests without repeating any. */
export function sendSteadily(
  address: string,
  { perSecond, make }: { perSecond: number; make: (number: number) => LoadRequest },
): SteadyLoad {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS })
  const open = new Set<Promise<void>>()
  const since = performance.now()
  let isStopped = false
  const one = async (number: number) => {
    const begun = performance.now()
    const answer = await send(agent, { address, to: make(number) })
    load.times.push(performance.now() - begun)
    if (typeof answer === 'number' && answer >= 200 && answer < 300) load.done.add(number)
    else load.failures.set(String(answer), (load.failures.get(String(answer)) ?? 0) + 1)
  }
  const go = async () => {
    while (!isStopped) {
      const due = ((performance.now() - since) / 1_000) * perSecond
      while (load.sent < due) {
        const sending = one(load.sent++).finally(() => open.delete(sending))
        open.add(sending)
      }
      await sleep(TICK_MS)
    }
  }
  const load: SteadyLoad = {
    sent: 0,
    done: new Set(),
    failures: new Map(),
    times: [],
    async stop() {
      isStopped = true
      await going
      await Promise.all(open)
      agent.destroy()
    },
  }
  const going = go()
  return load
}
