import { definitionOf } from '../nodes/all-definitions.ts'

/** A parameter as users know it, followed by its name in the API: `"Address" (url)`. */
export function labelledParameter(kind: string, name: string): string {
  const groups = Object.values(definitionOf(kind)?.input_schemas ?? {})
  const label = groups.find((group) => Object.hasOwn(group, name))?.[name]?.ui.label
  return label === undefined ? `"${name}"` : `"${label}" (${name})`
}

/** A failure that begins with a quoted parameter, such as `"url" is empty.`, with its label. */
export function nameByLabel(kind: string, message: string): string {
  return message.replace(/^"([A-Za-z_]\w*)"(?= )/, (_, name: string) =>
    labelledParameter(kind, name),
  )
}
