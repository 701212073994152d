import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Endpoint } from '@plinth/contract'
import type { Seen } from '../e2e/harness/seen.ts'

const seenFolder = new URL('../.seen/', import.meta.url)
const serverRoutes = new URL('../apps/server/src/app/startup/routes.ts', import.meta.url)

export interface Evidence {
  seen: Seen[]
  /** Method and path of every served endpoint. */
  served: string[]
}

/** Parameters are compared by position, not by name. */
export function callKey(method: string, path: string): string {
  return `${method} ${path.replace(/\{\w+\}/g, '{}')}`
}

/** Whether the browser tests have left evidence. */
export function wasSeen(): boolean {
  return existsSync(seenFolder) && readdirSync(seenFolder).some((name) => name.startsWith('e2e-'))
}

function readSeen(): Seen[] {
  if (!existsSync(seenFolder)) return []
  return readdirSync(seenFolder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(new URL(name, seenFolder), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Seen)
}

async function readServed(): Promise<string[]> {
  if (!existsSync(serverRoutes)) return []
  const app = (await import(serverRoutes.href)) as { routes?: readonly { endpoint: Endpoint }[] }
  if (!Array.isArray(app.routes))
    throw new Error('apps/server/src/app/startup/routes.ts exports no `routes`')
  return app.routes.map((route) => callKey(route.endpoint.method, route.endpoint.path))
}

/** Everything that tests saw and measured, and the served endpoints. */
export async function gatherEvidence(): Promise<Evidence> {
  return { seen: readSeen(), served: await readServed() }
}
