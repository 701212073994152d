import type { NamedProperty } from './property.ts'

const NAMED = /^(?:([A-Za-z_][\w-]*): |"([A-Za-z_][\w-]*)" )/
const SCRIPTS = ['javascript', 'sql']

/** The field that a node's failure is about: the one it names, else the node's only script. */
export function failedField(
  message: string,
  properties: readonly NamedProperty[],
): string | undefined {
  const named = NAMED.exec(message)
  const name = named?.[1] ?? named?.[2]
  const own = properties.find((one) => one.name === name)
  if (own) return own.name
  const scripts = properties.filter(({ property }) => SCRIPTS.includes(property.ui.language ?? ''))
  return scripts.length === 1 ? scripts[0]?.name : undefined
}
