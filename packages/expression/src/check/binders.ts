import type { Root } from '../syntax/syntax.ts'
import type { Binder, Checked, Comparing, Hop, Operand, RowPath } from './checked.ts'

/** The key under which rows of a table root are chosen: one per table and alias. */
export function bindingKey(root: Extract<Root, { type: '@table' }>): string {
  return root.alias ? `@${root.table}:${root.alias}` : `@${root.table}`
}

/** How a path is read: the key it is bound to, the hops left from there, and whether its end is bound too. */
export type Anchor = {
  readonly key: string
  readonly hops: readonly Hop[]
  readonly isEndBound: boolean
  readonly binders: readonly Binder[]
}

/** Under `?` every to-many relation of a path is chosen once per && list; an alias always is. */
export function anchorPath(path: RowPath, quantifier: 'every' | 'some'): Anchor {
  const binders: Binder[] = []
  let { key } = path.start
  if (key !== '') binders.push({ key, table: path.start.table })
  if (quantifier === 'every') return { key, hops: path.hops, isEndBound: false, binders }
  const isEndBound = endsInRows(path)
  const end: Hop = { column: path.column, table: path.column.target ?? '' }
  let pending: Hop[] = []
  let name = key
  for (const hop of isEndBound ? [...path.hops, end] : path.hops) {
    name += `/${hop.column.name}`
    pending.push(hop)
    if (!hop.column.isMany) continue
    binders.push({ key: name, table: hop.table, origin: { key, hops: pending } })
    key = name
    pending = []
  }
  return { key, hops: pending, isEndBound, binders }
}

/** `members ?= x` speaks of rows; `tags ?= x` of plain values, each on its own. */
function endsInRows({ column, modifier }: RowPath): boolean {
  return column.isMany && column.target !== undefined && modifier !== 'length'
}

/** The binders of one comparison, outer ones first, each once. */
export function collectBinders(
  operands: readonly Operand[],
  quantifier: 'every' | 'some',
): readonly Binder[] {
  const found = new Map<string, Binder>()
  const visit = (operand: Operand): void => {
    if (operand.type === 'call') operand.args.forEach(visit)
    if (operand.type !== 'path') return
    for (const binder of anchorPath(operand, quantifier).binders)
      if (!found.has(binder.key)) found.set(binder.key, binder)
  }
  operands.forEach(visit)
  return [...found.values()]
}

/** The rows that an && list chooses: those of its own comparisons; || and !( ) inside it see them. */
export function listBinders(items: readonly Checked[]): readonly Binder[] {
  const found = new Map<string, Binder>()
  for (const item of items)
    if (item.type === 'compare')
      for (const binder of item.binders) if (!found.has(binder.key)) found.set(binder.key, binder)
  return [...found.values()]
}

/** Every key that an expression mentions, however deep. */
export function mentionedKeys(expression: Checked): ReadonlySet<string> {
  const keys = new Set<string>()
  const visit = (node: Checked): void => {
    if (node.type === 'compare') addKeys(node, keys)
    else if (node.type === 'not') visit(node.item)
    else if (node.type !== 'constant') node.items.forEach(visit)
  }
  visit(expression)
  return keys
}

function addKeys(node: Comparing, keys: Set<string>): void {
  for (const binder of node.binders) keys.add(binder.key)
}
