import type { NodeDefinition, WorkflowNode } from '@plinth/contract'
import { definitionOf } from '@plinth/engine'
import { findClosest } from '@plinth/expression'
import { ApiError } from '../../foundation/http/errors/api-error.ts'

type Known = Map<string, { isCredential: boolean }>

function parametersOf({ input_schemas }: NodeDefinition): Known {
  const properties = Object.values(input_schemas).flatMap((group) => Object.entries(group))
  return new Map(
    properties.map(([name, { ui }]) => {
      return [name, { isCredential: ui.component === 'credential-selector' }]
    }),
  )
}

function messageOf(label: string, name: string, known: Known): string {
  if (known.get(name)?.isCredential) {
    return `"${name}" of "${label}" is a credential: send its id under "credentials", not under "parameters".`
  }
  const names = [...known].filter(([, { isCredential }]) => !isCredential).map(([one]) => one)
  const closest = findClosest(name, names)
  const meant = closest === undefined ? '' : ` Did you mean "${closest}"?`
  const list = names.length === 0 ? 'It has none.' : `It has: ${names.join(', ')}.`
  return `"${label}" has no parameter "${name.slice(0, 100)}".${meant} ${list}`
}

/**
 * Rejects parameters that the kind of their node does not have. Parameters that the stored version of the node has
 * already are accepted, so that a workflow saved by an earlier release can still be changed and switched off.
 */
export function checkParameters(
  nodes: readonly WorkflowNode[],
  storedNodes: () => readonly WorkflowNode[] = () => [],
): void {
  const issues = nodes.flatMap(({ id, data }, at) => {
    const definition = definitionOf(data.definition.name)
    if (!definition) return []
    const known = parametersOf(definition)
    return Object.keys(data.parameters)
      .filter((name) => known.get(name)?.isCredential !== false)
      .map((name) => ({
        id,
        name,
        path: `nodes.${at}.data.parameters.${name}`,
        message: messageOf(data.label, name, known),
      }))
  })
  if (issues.length === 0) return
  const stored = new Map(storedNodes().map(({ id, data }) => [id, data.parameters]))
  const added = issues.filter(({ id, name }) => !Object.hasOwn(stored.get(id) ?? {}, name))
  const [first] = added
  if (!first) return
  const details = added.slice(0, 100).map(({ path, message }) => ({ path, message }))
  throw new ApiError('invalid', first.message, { details })
}
