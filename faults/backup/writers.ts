import { setTimeout as sleep } from 'node:timers/promises'
import { type Caller, call } from '../stack/call.ts'
import type { BackupProject } from './backup-project.ts'

/** State of one client: it writes a number to the first table, then to the second, then continues with the next. */
export interface Client {
  number: number
  /** The last number it started to write. */
  started: number
  /** Numbers acknowledged for both tables. */
  acknowledged: Set<number>
}

export interface Writers {
  clients: Client[]
  /** Progress of each client: acknowledged and started numbers. */
  mark(): { acknowledged: number[][]; started: number[] }
  stop(): Promise<void>
}

/** Clients that write without pause, whatever is killed. */
export function startWriters(
  caller: () => Caller,
  options: { project: BackupProject; count: number },
): Writers {
  const { project, count } = options
  let stopped = false
  const clients = Array.from({ length: count }, (_, number): Client => {
    return { number, started: 0, acknowledged: new Set() }
  })
  const put = async (table: string, body: object) => {
    const path = `/api/data/${table}?$projectId=${project.projectId}`
    const { address } = caller()
    return (await call({ address }, { method: 'POST', path, body })).status === 200
  }
  const write = async (client: Client) => {
    while (!stopped) {
      client.started += 1
      const body = { client: client.number, n: client.started }
      if ((await put('first', body)) && (await put('second', body))) {
        client.acknowledged.add(body.n)
      } else await sleep(50)
    }
  }
  const writing = Promise.all(clients.map(write))
  return {
    clients,
    mark: () => ({
      acknowledged: clients.map((client) => [...client.acknowledged]),
      started: clients.map((client) => client.started),
    }),
    async stop() {
      stopped = true
      await writing
    },
  }
}
