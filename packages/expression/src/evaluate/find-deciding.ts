import type { Checked } from '../check/checked.ts'
import type { Span } from '../syntax/issue.ts'
import { type Evaluation, evaluate } from './evaluate.ts'

/**
 * The smallest part of an expression that decided its result: the clause that failed, or the one that sufficed. If
 * several clauses are needed together, the part that joins them.
 */
export function findDeciding(evaluation: Evaluation): Span & { readonly holds: boolean } {
  const { checked } = evaluation
  const holds = holdsAlone(evaluation, checked)
  const { from, to } = narrow(evaluation, checked, holds)
  return { from, to, holds }
}

function narrow(evaluation: Evaluation, node: Checked, holds: boolean): Span {
  switch (node.type) {
    case 'constant':
    case 'compare':
      return node
    case 'not':
      return narrow(evaluation, node.item, !holds)
    case 'all':
    case 'any': {
      // One failing item decides an && list; one holding item decides an || list.
      const isEnough = node.type === 'any'
      if (holds !== isEnough) return node
      const item = node.items.find((each) => holdsAlone(evaluation, each) === holds)
      return item ? narrow(evaluation, item, holds) : node
    }
  }
}

function holdsAlone(evaluation: Evaluation, checked: Checked): boolean {
  const verdict = evaluate({ ...evaluation, checked })
  return verdict.ok && verdict.holds
}
