import type { Column } from '@plinth/contract'
import { TheirValue } from './their-value.tsx'
import type { Hint } from './waiting-hint.ts'

interface HintTextProps {
  hint: Hint | undefined
  field: Column
}

/** What another user did meanwhile to a cell with an open editor. */
export function HintText({ hint, field }: HintTextProps) {
  if (!hint) return null
  return 'text' in hint ? hint.text : <TheirValue field={field} value={hint.theirs} />
}
