import {
  type Checked,
  type Operand,
  type RequestPath,
  type RowPath,
  touchesRow,
} from '@plinth/expression'

function requestPaths(checked: Checked): readonly RequestPath[] {
  if (checked.type === 'constant') return []
  if (checked.type === 'not') return requestPaths(checked.item)
  if (checked.type !== 'compare') return checked.items.flatMap(requestPaths)
  const visit = (operand: Operand): readonly RequestPath[] => {
    if (operand.type === 'call') return operand.args.flatMap(visit)
    return operand.type === 'request' ? [operand] : []
  }
  return [checked.left, ...checked.targets.map((target) => target.operand)].flatMap(visit)
}

/** Whether a rule may differ between the rows of one bulk request, because it reads the body or the old row. */
export function readsBody(checked: Checked): boolean {
  return requestPaths(checked).some(({ group }) => group === 'body' || group === 'old')
}

/** Whether the stored row must be read before an update's rule can be folded. */
export function needsOldRow(checked: Checked, body: Readonly<Record<string, unknown>>): boolean {
  return requestPaths(checked).some(({ group, modifier, keys, column }) => {
    if (group === 'old') return true
    const isAsked = group === 'body' && modifier === 'changed' && !column?.isHashed
    return isAsked && Object.hasOwn(body, String(keys[0]))
  })
}

/** Whether a rule compares what a relation holds before or after the write, rather than whether it is sent. */
export function readsRelation(checked: Checked, relation: string): boolean {
  return requestPaths(checked).some(({ group, modifier, keys: [key = relation] }) => {
    if (group === 'old') return true
    return group === 'body' && modifier !== 'isset' && key === relation
  })
}

/** Attributes of a signed-in user that are known without reading its row. */
const KNOWN_OF_USER: ReadonlySet<unknown> = new Set(['id', 'table', 'kind'])

/** The columns of the user's own row that a rule reads, which must be read before it can be folded. */
export function userColumns(checked: Checked): readonly string[] {
  return requestPaths(checked).flatMap(({ group, keys: [key] }) =>
    group === 'auth' && !KNOWN_OF_USER.has(key) ? [String(key)] : [],
  )
}

/** Whether the user's own row must be read before a rule can be folded. */
export function readsUserRow(checked: Checked): boolean {
  return userColumns(checked).length > 0
}

function operandsOf(checked: Checked): readonly Operand[] {
  if (checked.type === 'constant') return []
  if (checked.type === 'not') return operandsOf(checked.item)
  if (checked.type !== 'compare') return checked.items.flatMap(operandsOf)
  return [checked.left, ...checked.targets.map((target) => target.operand)]
}

/** Whether a rule can be decided without reading any row. */
export function isRowIndependent(checked: Checked): boolean {
  return !operandsOf(checked).some(touchesRow)
}

const isFixed = (operand: Operand): boolean => {
  if (operand.type === 'call') return operand.name !== 'now' && operand.args.every(isFixed)
  if (operand.type === 'request')
    return operand.group === 'auth' && KNOWN_OF_USER.has(operand.keys[0])
  return operand.type !== 'macro'
}

const isTimed = (operand: Operand): boolean =>
  operand.type === 'macro' ||
  (operand.type === 'call' && (operand.name === 'now' || operand.args.some(isTimed)))

/** Whether the result of an expression changes with the time alone. */
export function readsClock(checked: Checked): boolean {
  return operandsOf(checked).some(isTimed)
}

/** Every operand of an expression. */
export function listOperands(checked: Checked): readonly Operand[] {
  return operandsOf(checked)
}

/** Whether an expression depends on the caller only: on nothing else of the request, and not on the clock. */
export function dependsOnlyOnCaller(checked: Checked): boolean {
  return operandsOf(checked).every(isFixed)
}

/** Whether a path ends in the row itself, in a column that is not a relation. */
export function isOwnColumn({ start, hops, column }: RowPath): boolean {
  return start.key === '' && hops.length === 0 && column.target === undefined
}

/** Whether an expression reads only the row's own columns, so that no other table's rule applies. */
export function readsOnlyOwnColumns(checked: Checked): boolean {
  const stays = (operand: Operand): boolean => {
    if (operand.type === 'call') return operand.args.every(stays)
    return operand.type !== 'path' || isOwnColumn(operand)
  }
  return operandsOf(checked).every(stays)
}

/** The columns of the row itself that a folded expression reads. */
export function ownColumns(checked: Checked): ReadonlySet<string> {
  const names = new Set<string>()
  const read = (operand: Operand): void => {
    if (operand.type === 'call') operand.args.forEach(read)
    if (operand.type === 'path' && operand.start.key === '')
      names.add((operand.hops[0]?.column ?? operand.column).name)
  }
  const visit = (node: Checked): void => {
    if (node.type === 'not') visit(node.item)
    else if (node.type === 'compare')
      for (const operand of [node.left, ...node.targets.map((target) => target.operand)])
        read(operand)
    else if (node.type !== 'constant') node.items.forEach(visit)
  }
  visit(checked)
  return names
}
