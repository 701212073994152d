import type { Configuration, EnvironmentName, MigrationPlan } from '@plinth/contract'
import { type Answered, call } from '../stack/call.ts'
import { eventually } from '../stack/eventually.ts'
import type { ReleaseSetup } from './release-setup.ts'

const SETTLED_MS = 180_000

/** A project whose schema is changed repeatedly while components are killed. */
export class ProjectUnderTest {
  readonly id: string
  readonly #setup: ReleaseSetup
  readonly #token: string

  constructor(options: { id: string; setup: ReleaseSetup; token: string }) {
    this.id = options.id
    this.#setup = options.setup
    this.#token = options.token
  }

  #ask(method: string, path: string, body?: unknown): Promise<Answered> {
    const at = { address: this.#setup.address(), token: this.#token }
    return call(at, { method, path, ...(body === undefined ? {} : { body }) })
  }

  /** Retries until there is a response: the setup before a kill must succeed. */
  async #insist(method: string, path: string, body?: unknown): Promise<Answered> {
    let answer: Answered = { status: undefined, body: {} }
    await eventually(
      async () => {
        answer = await this.#ask(method, path, body)
        return answer.status !== undefined && answer.status !== 503
      },
      { limitMs: SETTLED_MS, everyMs: 100 },
    )
    return answer
  }

  async save(newConfiguration: Configuration): Promise<void> {
    const path = `/api/project/${this.id}/configuration`
    const { status, body } = await this.#insist('POST', path, { newConfiguration })
    if (status !== 200) throw new Error(`saving answered ${status} ${JSON.stringify(body)}`)
  }

  /** The plan of a sync or deploy, with every step confirmed. */
  async plan(
    kind: 'sync' | 'deploy',
  ): Promise<{ planId: string; confirm: string[]; class: string }> {
    const { status, body } = await this.#insist('POST', `/api/database/${this.id}/${kind}/plan`, {})
    if (status !== 200) throw new Error(`planning answered ${status} ${JSON.stringify(body)}`)
    const plan = body.plan as MigrationPlan
    return { planId: plan.planId, confirm: plan.steps.map((step) => step.id), class: plan.class }
  }

  /** One attempt, without retries. */
  apply(kind: 'sync' | 'deploy', plan: { planId: string; confirm: string[] }): Promise<Answered> {
    const { planId, confirm } = plan
    return this.#ask('POST', `/api/database/${this.id}/${kind}`, { planId, confirm })
  }

  /** The newest release once none is running; undefined if one still is after three minutes. */
  async settled(
    environment: EnvironmentName,
  ): Promise<{ state: string; message: string } | undefined> {
    let newest: { state: string; message: string } | undefined
    const path = `/api/database/${this.id}/release?environment=${environment}&limit=1`
    const isDone = await eventually(
      async () => {
        const { status, body } = await this.#ask('GET', path)
        if (status !== 200) return false
        newest = (body.releases as { state: string; message: string }[])[0] ?? {
          state: 'none',
          message: '',
        }
        return newest.state !== 'running'
      },
      { limitMs: SETTLED_MS, everyMs: 100 },
    )
    return isDone ? newest : undefined
  }

  /** The configuration that the platform records for an environment. */
  async believed(environment: EnvironmentName): Promise<Configuration> {
    const { body } = await this.#insist('GET', `/api/project/${this.id}`)
    const data = body.projectData as Record<string, { old_configuration: Configuration }>
    const stored = data[environment === 'dev' ? 'configuration' : 'prodConfiguration']
    if (!stored) throw new Error('the project has no configuration')
    return stored.old_configuration
  }
}
