import type { EnvironmentName } from '@plinth/contract'

/** Where a node stands: what it may reach, and who waits for it. */
export interface NodePlace {
  projectId: string
  environmentId: string
  environment: EnvironmentName
  runId: string
  /** How many runs led to this one. */
  depth: number
  signal: AbortSignal
}
