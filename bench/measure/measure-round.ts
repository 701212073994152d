import { Agent, request } from 'node:http'

export interface Round {
  url: string
  token: string
  connections: number
  ms: number
}

/** Duration of one request on a keep-alive connection, in milliseconds. */
function ask(url: string, { token, agent }: { token: string; agent: Agent }): Promise<number> {
  return new Promise((resolve, reject) => {
    const since = performance.now()
    const asked = request(
      url,
      { agent, headers: { authorization: `Bearer ${token}` } },
      (answer) => {
        answer.resume()
        answer.once('error', reject)
        answer.once('end', () => {
          if (answer.statusCode === 200) resolve(performance.now() - since)
          else reject(new Error(`${url} answered ${answer.statusCode}`))
        })
      },
    )
    asked.once('error', reject)
    asked.end()
  })
}

/** Sends requests without pause on several connections; returns the duration of each. */
export async function measureRound({ url, token, connections, ms }: Round): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const end = performance.now() + ms
  const times: number[] = []
  const person = async () => {
    while (performance.now() < end) times.push(await ask(url, { token, agent }))
  }
  await Promise.all(Array.from({ length: connections }, person))
  agent.destroy()
  return times
}
