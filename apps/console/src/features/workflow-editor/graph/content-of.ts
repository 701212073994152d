import type { Workflow } from '@plinth/contract'
import { fillSettings } from './merge-settings.ts'
import type { WorkflowContent } from './workflow-draft.ts'

/** The editable content of a stored workflow or version. */
export function contentOf(workflow: Pick<Workflow, keyof WorkflowContent>): WorkflowContent {
  const { name, active, nodes, connections, settings } = workflow
  return { name, active, nodes, connections, settings: fillSettings(settings) }
}

export function emptyContent(): WorkflowContent {
  return { name: '', active: false, nodes: [], connections: [], settings: fillSettings({}) }
}

/** The API takes the canvas as JSON strings. */
export function workflowBodyOf({ name, active, nodes, connections, settings }: WorkflowContent) {
  return {
    name,
    active,
    nodes: JSON.stringify(nodes),
    connections: JSON.stringify(connections),
    // Without the keys, the server would keep the notes and tags that were deleted here.
    settings: JSON.stringify({
      ...settings,
      notes: settings.notes ?? [],
      tags: settings.tags ?? [],
    }),
  }
}

/** For JSON.stringify: objects with the same entries are printed alike, whatever their order. */
function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
}

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)

/**
 * Content for comparison: sorted by id and without the definitions that every node carries. Moving
 * a node changes nothing that runs, so a comparison may leave positions and the sizes of notes out.
 */
export function printContent(
  { nodes, connections, ...rest }: WorkflowContent,
  { hasPositions }: { hasPositions: boolean },
): string {
  const short = nodes.map(({ id, position, data }) => {
    const { definition, ...own } = data
    return { id, kind: definition.name, ...(hasPositions ? { position } : {}), ...own }
  })
  const { notes, ...settings } = rest.settings
  const texts = notes?.map(({ position, size, ...own }) =>
    hasPositions ? { position, size, ...own } : own,
  )
  const named = { ...rest, settings: { ...settings, ...(texts ? { notes: texts } : {}) } }
  const sorted = { connections: connections.toSorted(byId), nodes: short.toSorted(byId) }
  return JSON.stringify({ ...named, ...sorted }, sortKeys, 2)
}
