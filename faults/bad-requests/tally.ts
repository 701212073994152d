import type { BadRequest, Kind } from './bad-request.ts'

const NOT_PAST = new Set([401, 404, 405, 429])
const SAME_SHOWN = 3

/** Counts requests and responses. */
export class Tally {
  readonly byRoute = new Map<string, Map<number, number>>()
  readonly byKind = new Map<Kind, number>()
  readonly violations: string[] = []
  readonly #seen = new Map<string, number>()
  sent = 0
  pastAuthentication = 0

  add(request: BadRequest, status: number | undefined): void {
    this.sent += 1
    this.byKind.set(request.kind, (this.byKind.get(request.kind) ?? 0) + 1)
    // Bytes that are barely HTTP reach no route.
    const route = request.kind === 'protocol' ? '(no HTTP)' : request.endpoint.name
    const statuses = this.byRoute.get(route) ?? new Map<number, number>()
    this.byRoute.set(route, statuses)
    statuses.set(status ?? 0, (statuses.get(status ?? 0) ?? 0) + 1)
    if (status !== undefined && !NOT_PAST.has(status)) this.pastAuthentication += 1
  }

  violate(request: BadRequest, problem: string): void {
    const same = `${request.endpoint.name} ${request.kind} ${problem.replace(/[0-9a-f-]{36}/g, '')}`
    const count = (this.#seen.get(same) ?? 0) + 1
    this.#seen.set(same, count)
    if (count > SAME_SHOWN) return
    const bytes = JSON.stringify(request.bytes.toString('latin1').slice(0, 240))
    const shown = bytes.replace(/Bearer [\w-]+/g, 'Bearer …')
    this.violations.push(`${request.endpoint.name} (${request.kind}): ${problem}\n      ${shown}`)
  }

  share(count: number): number {
    return this.sent === 0 ? 0 : count / this.sent
  }

  lines(): string[] {
    return [...this.byRoute]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([route, statuses]) => {
        const counts = [...statuses].sort(([a], [b]) => a - b)
        const words = counts.map(
          ([status, count]) => `${status === 0 ? 'closed' : status}×${count}`,
        )
        return `${route.padEnd(22)} ${words.join('  ')}`
      })
  }
}
