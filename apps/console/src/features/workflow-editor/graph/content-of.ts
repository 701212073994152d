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
    settings: JSON.stringify(settings),
  }
}

/** Content for comparison, without the definitions that every node carries. */
export function printContent({ nodes, ...rest }: WorkflowContent): string {
  const short = nodes.map(({ id, position, data }) => {
    const { definition, ...own } = data
    return { id, kind: definition.name, position, ...own }
  })
  return JSON.stringify({ ...rest, nodes: short }, null, 2)
}
