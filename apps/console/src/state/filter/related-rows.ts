import { createContext, use } from 'react'
import type { RelationValue } from './condition-value.tsx'

/** The control that chooses a row of a related table; null where the screen offers none. */
export const RelatedRows = createContext<RelationValue | null>(null)

export function useRelatedRowControl(): RelationValue | null {
  return use(RelatedRows)
}
