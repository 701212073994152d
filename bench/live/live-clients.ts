import { readFileSync } from 'node:fs'
import { type ClientRequest, get } from 'node:http'
import type { Owner } from '../../faults/live/owners.ts'

const CHANGE = /^data: .*"type":"create".*"n":(\d+)/gm

/** Opens a stream per owner, and collects when each row arrives. */
export class LiveClients {
  readonly arrived: { n: number; at: number }[] = []
  readonly #address: string
  readonly #projectId: string
  readonly #open: ClientRequest[] = []

  constructor({ address, projectId }: { address: string; projectId: string }) {
    this.#address = address
    this.#projectId = projectId
  }

  async open(owners: readonly Owner[], together = 50): Promise<void> {
    const waiting = [...owners]
    const work = async () => {
      for (let owner = waiting.pop(); owner; owner = waiting.pop()) await this.#connect(owner)
    }
    await Promise.all(Array.from({ length: together }, work))
  }

  #connect({ token }: Owner): Promise<void> {
    const subscriptions = JSON.stringify([{ id: 's', table: 'thing' }])
    const query = new URLSearchParams({ $projectId: this.#projectId, subscriptions })
    return new Promise((resolve, reject) => {
      const request = get(`${this.#address}/api/data/$events?${query}`, {
        agent: false,
        headers: { authorization: `Bearer ${token}` },
      })
      this.#open.push(request)
      request.once('error', reject)
      request.once('response', (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`a stream answered ${answer.statusCode}`))
        let rest = ''
        answer.setEncoding('utf8').on('data', (part: string) => {
          const at = performance.now()
          const text = rest + part
          const end = text.lastIndexOf('\n\n')
          rest = text.slice(end + 2)
          const whole = text.slice(0, Math.max(0, end))
          if (whole.includes('event: subscribed')) resolve()
          for (const [, n] of whole.matchAll(CHANGE)) this.arrived.push({ n: Number(n), at })
        })
        answer.on('error', () => undefined)
      })
    })
  }

  close(): void {
    for (const request of this.#open.splice(0)) request.on('error', () => undefined).destroy()
  }
}

/** Memory in bytes and processor time in seconds of a process. */
export function usageOf(pid: number): { bytes: number; seconds: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const bytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return { bytes, seconds: (Number(fields[11]) + Number(fields[12])) / 100 }
}
