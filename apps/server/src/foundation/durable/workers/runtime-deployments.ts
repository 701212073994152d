import * as z from 'zod'
import { checkAnswer, JSON_BODY, parseAnswer } from '../parse-answer.ts'
import { requestRuntime } from '../request-runtime.ts'
import { TASKS } from '../runtime-target.ts'

/** An address of workers that the durable runtime has registered; runs that began there stay there. */
export interface Deployment {
  id: string
  url: string
}

/** The worker addresses in the durable runtime's admin API. */
export interface RuntimeDeployments {
  readVersion(): Promise<string>
  list(): Promise<Deployment[]>
  /** The deployment that receives new tasks, if any is registered. */
  findLatest(): Promise<Deployment | undefined>
  /**
   * The handlers (service/handler) of the worker that the runtime reaches at this address, or undefined if it reaches
   * none. Rejects if the runtime itself does not answer.
   */
  discover(url: string): Promise<Set<string> | undefined>
  /** The handlers of a registered deployment. */
  handlersOf(id: string): Promise<Set<string>>
  /** Registers an address or updates its handlers; it receives all new work. */
  register(url: string): Promise<void>
  /** Changes the address of a deployment, also for runs in flight. */
  repoint(id: string, url: string): Promise<void>
  countOpen(id: string): Promise<number>
  /** Deletes a deployment; the caller has checked that it has no open invocations. */
  remove(id: string): Promise<void>
}

const Services = z.object({
  services: z.array(
    z.object({ name: z.string(), handlers: z.array(z.object({ name: z.string() })) }),
  ),
})
const Version = z.object({ version: z.string() })
const Listed = z.object({ deployments: z.array(z.object({ id: z.string(), uri: z.string() })) })
const Latest = z.object({ deployment_id: z.string() })
const Counted = z.object({ rows: z.array(z.object({ open: z.number() })) })

const REGISTER_MS = 30_000
const DISCOVER_MS = 8_000
/** The runtime's code for an address where it reaches no handlers. */
const NOT_REACHED = 'META0003'

/** Addresses are compared without the slash that the runtime appends. */
export const plainUrl = (url: string): string => url.replace(/\/$/, '')

const namesOf = ({ services }: z.infer<typeof Services>): Set<string> =>
  new Set(services.flatMap(({ name, handlers }) => handlers.map((one) => `${name}/${one.name}`)))

export function openDeployments(adminUrl: string): RuntimeDeployments {
  const ask = (path: string, given: Partial<Parameters<typeof requestRuntime>[1]> = {}) =>
    requestRuntime(adminUrl, { method: 'GET', ...given, path })
  const send = (method: 'POST' | 'PATCH', path: string, given: { body: object; limitMs: number }) =>
    ask(path, {
      method,
      headers: { ...JSON_BODY, accept: 'application/json' },
      body: JSON.stringify(given.body),
      signal: AbortSignal.timeout(given.limitMs),
    })
  const list = async () => {
    const { deployments } = parseAnswer(Listed, await ask('deployments'))
    return deployments.map(({ id, uri }) => ({ id, url: plainUrl(uri) }))
  }
  return {
    readVersion: async () => parseAnswer(Version, await ask('version')).version,
    list,
    async findLatest() {
      const answer = await ask(`services/${TASKS}`)
      if (answer.status === 404) return undefined
      const { deployment_id: latest } = parseAnswer(Latest, answer)
      return (await list()).find(({ id }) => id === latest)
    },
    async discover(url) {
      // Without `force`, the runtime answers from memory for a registered address.
      const body = { uri: url, force: true, dry_run: true }
      try {
        const answer = await send('POST', 'deployments', { body, limitMs: DISCOVER_MS })
        if (answer.status < 300) return namesOf(parseAnswer(Services, answer))
        if (answer.text.includes(NOT_REACHED)) return undefined
        return namesOf(parseAnswer(Services, answer))
      } catch (error) {
        if ((error as Error).name !== 'TimeoutError') throw error
        // An address that drops packets takes longer than the limit; a runtime that is down fails here.
        await list()
        return undefined
      }
    },
    handlersOf: async (id) => namesOf(parseAnswer(Services, await ask(`deployments/${id}`))),
    async register(url) {
      const body = { uri: url, force: true }
      checkAnswer(await send('POST', 'deployments', { body, limitMs: REGISTER_MS }))
    },
    async repoint(id, url) {
      const body = { uri: url, overwrite: true }
      checkAnswer(await send('PATCH', `deployments/${id}`, { body, limitMs: REGISTER_MS }))
    },
    async countOpen(id) {
      const query = `select count(*) as open from sys_invocation
        where status <> 'completed' and pinned_deployment_id = '${id.replace(/\W/g, '')}'`
      const answer = await send('POST', 'query', { body: { query }, limitMs: REGISTER_MS })
      return parseAnswer(Counted, answer).rows[0]?.open ?? 0
    },
    async remove(id) {
      const answer = await ask(`deployments/${id}?force=true`, { method: 'DELETE' })
      if (answer.status !== 404) checkAnswer(answer)
    },
  }
}
