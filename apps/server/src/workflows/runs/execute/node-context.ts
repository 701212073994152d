import type { EnvironmentName } from '@plinth/contract'

/** The project, environment and run that a node executes in. */
export interface NodeContext {
  projectId: string
  environmentId: string
  environment: EnvironmentName
  runId: string
  /** The length of the chain of runs that led to this one. */
  depth: number
  signal: AbortSignal
}
