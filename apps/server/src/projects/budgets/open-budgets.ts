import type { BudgetChoices } from '@plinth/contract'
import type { Jobs } from '../../foundation/jobs/jobs.ts'
import type { Database } from '../../foundation/platform/database.ts'
import { keepCurrent } from '../../foundation/pubsub/keep-current.ts'
import type { PubSub } from '../../foundation/pubsub/pubsub.ts'
import { loadBudgets } from './budget-store.ts'
import { effectiveLimits, type Limits, NO_LIMITS } from './limits.ts'

/** The budgets of all projects, in memory, so that no request needs a statement to know them. */
export interface Budgets {
  of(projectId: string): Limits
  /** Applies changes that are committed, without waiting for their notification. */
  refresh(): Promise<void>
  close(): Promise<void>
}

interface Options {
  readonly db: Database
  readonly pubsub: PubSub
  readonly jobs: Jobs
}

/** Opens the list of budgets; resolves once it is read. */
export async function openBudgets({ db, pubsub, jobs }: Options): Promise<Budgets> {
  let version = '0'
  let limits: ReadonlyMap<string, Limits> = new Map()

  async function refresh(): Promise<void> {
    const loaded = await loadBudgets(db, version)
    if (!loaded) return
    // Projects with the defaults alone share one object.
    const shared = new Map<BudgetChoices, Map<BudgetChoices, Limits>>()
    const find = (defaults: BudgetChoices, own: BudgetChoices) => {
      const known = shared.get(defaults) ?? new Map<BudgetChoices, Limits>()
      shared.set(defaults, known)
      const found = known.get(own) ?? effectiveLimits(defaults, own)
      known.set(own, found)
      return found
    }
    limits = new Map(loaded.projects.map(({ id, defaults, own }) => [id, find(defaults, own)]))
    version = loaded.version
  }

  const current = await keepCurrent({
    ...{ pubsub, jobs, refresh },
    name: 'budgets',
    topic: 'budget',
    everyMs: 5_000,
  })
  return {
    of: (projectId) => limits.get(projectId) ?? NO_LIMITS,
    refresh,
    close: () => current.stop(),
  }
}
