import { Agent, request } from 'node:http'

export interface SteadyLoad {
  url: URL
  /** For a server that listens on a unix socket. */
  socketPath?: string
  body?: string
  atOnce: number
  ms: number
}

type Way = Pick<SteadyLoad, 'body' | 'socketPath'> & { agent: Agent }

function ask(url: URL, { agent, body = '', socketPath }: Way): Promise<number> {
  return new Promise((resolve, reject) => {
    const since = performance.now()
    const headers = body === '' ? {} : { 'content-type': 'application/json' }
    const sent = request(url, { method: 'POST', agent, headers, socketPath }, (answer) => {
      answer.resume()
      answer.once('end', () => {
        if (answer.statusCode === 200) resolve(performance.now() - since)
        else reject(new Error(`${url.pathname} answered ${answer.statusCode}`))
      })
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

/** Starts runs and waits for their ends with fixed concurrency; returns the duration of each, and runs per second. */
export async function sendSteadily({ url, atOnce, ms, ...way }: SteadyLoad) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const startedAt = performance.now()
  const times: number[] = []
  const person = async () => {
    while (performance.now() - startedAt < ms) {
      times.push(await ask(url, { agent, ...way }))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, person))
  agent.destroy()
  return { times, perSecond: times.length / ((performance.now() - startedAt) / 1000) }
}
