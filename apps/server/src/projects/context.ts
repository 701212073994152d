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

/** The workflows of a project as cloning and deleting it use them; the workflows layer implements it. */
interface ProjectWorkflows {
  clone(
    transaction: Transaction,
    from: { projectId: string; environmentId: string; by: string },
  ): Promise<void>
  /** Cancels all runs that have not ended; returns how many, and which of them had started. */
  cancelRuns(
    transaction: Transaction,
    projectId: string,
  ): Promise<{ ended: number; started: string[] }>
  /** Switches off workflows that a schedule or a webhook starts; returns how many. */
  switchOff(transaction: Transaction, of: { projectId: string; by: string }): Promise<number>
}

/** The backups of a project; the operations layer implements it. */
interface ProjectBackups {
  /** Deletes the archives and their records. Idempotent. */
  erase(projectId: string): Promise<void>
}

export interface ProjectsContext extends AccountsContext {
  engines: DatabaseEngines
  files: ProjectFiles
  projectWorkflows: ProjectWorkflows
  projectBackups: ProjectBackups
  /** Projects that refuse requests, or some of them. */
  stoppedProjects: StoppedProjects
  budgets: Budgets
  /** Counts what projects use, and refuses storage over their budgets. */
  usage: UsageCounter
}
