import type { WorkflowNode } from '@plinth/contract'

const MAX_SUMMARY_LENGTH = 80

/** JSON as a whole, anything else by its first line. */
function oneLine(text: string): string {
  return /^[{[]/.test(text) ? text.replace(/\s*\n\s*/g, ' ') : (text.split('\n', 1)[0] ?? '')
}

/** One-line summary of a node: its first text parameter that is not the default, or its description. */
export function summaryOf({ definition, parameters }: WorkflowNode['data']): string {
  const properties = Object.values(definition.input_schemas).flatMap((group) =>
    Object.entries(group).sort(([, one], [, other]) => one.order - other.order),
  )
  for (const [name, { ui, default: standard }] of properties) {
    const value = parameters[name]
    if (typeof value !== 'string' || value.trim() === '' || value === standard) continue
    if (ui.component === 'select') continue
    return oneLine(value.trim()).slice(0, MAX_SUMMARY_LENGTH)
  }
  return definition.description
}
