import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type ClientRequest, get } from 'node:http'
import { hashAppToken } from '../../apps/server/src/foundation/http/access/authenticate.ts'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { withPlatform } from '../../faults/runs/check-runs.ts'

/** An app user without a row, who only owns rows. */
export interface Owner {
  id: string
  token: string
}

/** Sessions of many users, written at once: signing them up would hash as many passwords. */
export async function addOwners(
  dataDir: string,
  { projectId, count }: { projectId: string; count: number },
): Promise<Owner[]> {
  const owners = Array.from({ length: count }, () => ({
    id: crypto.randomUUID(),
    token: `plu_${randomBytes(32).toString('base64url')}`,
  }))
  const hashes = owners.map(({ token }) => hashAppToken(token))
  await withPlatform(dataDir, (db) =>
    db.query(sql`
      insert into app_session (token_hash, family_hash, environment_id, table_id, user_id, expires_at)
      select token_hash, family_hash, environment.id, 'users', user_id, now() + interval '7 days'
      from unnest(${hashes.map(({ tokenHash }) => tokenHash)}::bytea[],
        ${hashes.map(({ familyHash }) => familyHash)}::bytea[],
        ${owners.map(({ id }) => id)}::text[]) as owner (token_hash, family_hash, user_id), environment
      where environment.project_id = ${projectId} and environment.name = 'dev'`),
  )
  return owners
}

const CHANGE = /^data: .*"type":"create".*"sentAt":(\d+)/gm

/** Opens a stream per owner, and collects the time from each write to its arrival. */
export class LiveClients {
  readonly times: number[] = []
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
          const now = Date.now()
          const text = rest + part
          const end = text.lastIndexOf('\n\n')
          rest = text.slice(end + 2)
          const whole = text.slice(0, Math.max(0, end))
          if (whole.includes('event: subscribed')) resolve()
          for (const [, sentAt] of whole.matchAll(CHANGE)) this.times.push(now - Number(sentAt))
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
