import type { NamedProperty } from './property.ts'

/** `"Address" (url) is empty.`, or without a label: `title: Is required`, `"url" is empty.` */
const NAMED = /^(?:"[^"]*" \(([A-Za-z_][\w-]*)\)[: ]|([A-Za-z_][\w-]*): |"([A-Za-z_][\w-]*)" )/
const SCRIPTS = ['javascript', 'sql']

/** The name with which a node's failure starts: a field of the node, or of the row that it writes. */
export function nameInFailure(message: string): string | undefined {
  const named = NAMED.exec(message)
  return named?.[1] ?? named?.[2] ?? named?.[3]
}

/** The field that a node's failure is about: the one it names, else the node's only row or script. */
export function failedField(
  message: string,
  properties: readonly NamedProperty[],
): string | undefined {
  const name = nameInFailure(message)
  const own = properties.find((one) => one.name === name)
  if (own) return own.name
  const row = properties.find(({ property }) => property.ui.editor === 'row')
  if (row && name !== undefined) return row.name
  const scripts = properties.filter(({ property }) => SCRIPTS.includes(property.ui.language ?? ''))
  return scripts.length === 1 ? scripts[0]?.name : undefined
}
