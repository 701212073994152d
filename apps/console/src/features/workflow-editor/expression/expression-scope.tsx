import { createContext, use } from 'react'
import type { Scope } from './scope.ts'

const NOTHING_KNOWN: Scope = {
  upstream: [],
  results: {},
  input: undefined,
  trigger: undefined,
  constants: [],
}

/** What the fields of the open node can name. */
export const ExpressionScope = createContext<Scope>(NOTHING_KNOWN)

export function useExpressionScope(): Scope {
  return use(ExpressionScope)
}
