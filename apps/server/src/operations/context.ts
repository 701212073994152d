import type { WorkflowsContext } from '../workflows/context.ts'

export type OperationsContext = WorkflowsContext
