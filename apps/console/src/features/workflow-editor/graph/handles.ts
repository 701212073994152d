import type { NodeDefinition } from '@plinth/contract'

/** An input or output of a node. */
export interface HandleShape {
  /** The entry in the node definition, which connections refer to. */
  id: string
  name: string
  family: string
}

const COMMON_FAMILY = ''

function readHandle(entry: string): HandleShape {
  const at = entry.indexOf(':')
  if (at < 0) return { id: entry, name: entry, family: COMMON_FAMILY }
  return { id: entry, name: entry.slice(0, at), family: entry.slice(at + 1) }
}

export function inputsOf(definition: NodeDefinition): HandleShape[] {
  return definition.connection_config.inputs.types.map(readHandle)
}

export function outputsOf(definition: NodeDefinition): HandleShape[] {
  return definition.connection_config.outputs.types.map(readHandle)
}

export function findHandle(
  handles: readonly HandleShape[],
  id: string | null,
): HandleShape | undefined {
  return handles.find((handle) => handle.id === id)
}
