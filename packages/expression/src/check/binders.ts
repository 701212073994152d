import type { Root } from '../syntax/syntax.ts'
import type { Binder, Checked, Comparing, Hop, Operand, RowPath } from './checked.ts'

/** Key of the rows bound for a table root: one per table and alias. */
export function bindingKey(root: Extract<Root, { type: '@table' }>): string {
  return root.alias ? `@${root.table}:${root.alias}` : `@${root.table}`
}

/** How a path is read: the bound key it starts from, the remaining hops, and whether its end is bound too. */
export type Anchor = {
  readonly key: string
  readonly hops: readonly Hop[]
  readonly isEndBound: boolean
  readonly binders: readonly Binder[]
}

/** With `?`, every to-many relation of a path is bound once per && list; an alias is always bound. */
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

/** `members ?= x` compares rows; `tags ?= x` compares plain values, each independently. */
function endsInRows({ column, modifier }: RowPath): boolean {
  return column.isMany && column.target !== undefined && modifier !== 'length'
}

/** The distinct binders of one comparison, outer ones first. */
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

/** Rows bound by an && list: those of its direct comparisons; nested || and !( ) see them too. */
export function listBinders(items: readonly Checked[]): readonly Binder[] {
  const found = new Map<string, Binder>()
  for (const item of items)
    if (item.type === 'compare')
      for (const binder of item.binders) if (!found.has(binder.key)) found.set(binder.key, binder)
  return [...found.values()]
}

/** All keys used in an expression, at any depth. */
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
