import { Agent, request } from 'node:http'

export interface Asked {
  url: URL
  body?: string
  atOnce: number
  ms: number
}

function ask(url: URL, { agent, body = '' }: { agent: Agent; body?: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    const since = performance.now()
    const headers = body === '' ? {} : { 'content-type': 'application/json' }
    const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
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

/** Asks for runs and waits for their ends, so many at once for so long; the time of each, and runs per second. */
export async function askSteadily({ url, body, atOnce, ms }: Asked) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const begun = performance.now()
  const times: number[] = []
  const person = async () => {
    while (performance.now() - begun < ms) {
      times.push(await ask(url, { agent, ...(body === undefined ? {} : { body }) }))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, person))
  agent.destroy()
  return { times, perSecond: times.length / ((performance.now() - begun) / 1000) }
}
