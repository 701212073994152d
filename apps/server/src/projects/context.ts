import type { AccountsContext } from '../accounts/context.ts'
import type { DatabaseEngines } from '../databases/engine/database-engine.ts'
import type { Transaction } from '../foundation/platform/database.ts'
import type { StoppedProjects } from './availability/open-stopped-projects.ts'
import type { Budgets } from './budgets/open-budgets.ts'
import type { UsageCounter } from './usage/usage-counter.ts'

/** The file stores as deleting a project uses them; the rows layer implements it. */
interface ProjectFiles {
  readonly all: readonly {
    list(prefix: string): AsyncIterable<string>
    remove(keys: readonly string[]): Promise<void>
  }[]
}

/** Copies the workflows of a cloned project; the workflows layer implements it. */
interface WorkflowCloner {
  clone(
    transaction: Transaction,
    from: { projectId: string; environmentId: string; by: string },
  ): Promise<void>
}

export interface ProjectsContext extends AccountsContext {
  engines: DatabaseEngines
  files: ProjectFiles
  workflowCloner: WorkflowCloner
  /** Projects that refuse requests, or some of them. */
  stoppedProjects: StoppedProjects
  budgets: Budgets
  /** Counts what projects use, and refuses storage over their budgets. */
  usage: UsageCounter
}
