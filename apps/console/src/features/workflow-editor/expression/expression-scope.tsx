import { createContext, use } from 'react'
import type { Scope } from './scope.ts'

const NOTHING_KNOWN: Scope = {
  upstream: [],
  results: {},
  input: undefined,
  trigger: undefined,
  constants: [],
}

/** Scope of the expressions in the open node's fields. */
export const ExpressionScope = createContext<Scope>(NOTHING_KNOWN)

export function useExpressionScope(): Scope {
  return use(ExpressionScope)
}
