import type { Binder, Checked } from '@plinth/expression'

export interface Group {
  readonly binders: readonly Binder[]
  readonly items: readonly Checked[]
}

/** Splits an && list into parts that share no bound row, so that each can be searched separately. */
export function groupByRows(
  items: readonly Checked[],
  fresh: readonly Binder[],
): { readonly alone: readonly Checked[]; readonly groups: readonly Group[] } {
  const alone: Checked[] = []
  let groups: readonly Group[] = []
  for (const item of items) {
    const keys = mentionedKeys(item)
    const binders = fresh.filter((binder) => keys.has(binder.key))
    if (binders.length === 0) alone.push(item)
    else groups = joinGroup(groups, { binders, items: [item] })
  }
  const ordered = groups.map((group) => ({
    items: group.items,
    // A row is bound after its origin.
    binders: fresh.filter((binder) => group.binders.includes(binder)),
  }))
  return { alone, groups: ordered }
}

function joinGroup(groups: readonly Group[], added: Group): readonly Group[] {
  const touches = (group: Group) => group.binders.some((binder) => added.binders.includes(binder))
  const touched = [...groups.filter(touches), added]
  const joined = {
    binders: [...new Set(touched.flatMap((group) => group.binders))],
    items: touched.flatMap((group) => group.items),
  }
  return [...groups.filter((group) => !touches(group)), joined]
}

/** Keys of all bound rows that an expression mentions, at any depth. */
export function mentionedKeys(expression: Checked): ReadonlySet<string> {
  const keys = new Set<string>()
  const visit = (node: Checked): void => {
    if (node.type === 'compare') for (const binder of node.binders) keys.add(binder.key)
    else if (node.type === 'not') visit(node.item)
    else if (node.type !== 'constant') node.items.forEach(visit)
  }
  visit(expression)
  return keys
}
