import type { OperationsContext } from '../../operations/context.ts'

/** Satisfies the context of every layer. */
export type Context = OperationsContext
