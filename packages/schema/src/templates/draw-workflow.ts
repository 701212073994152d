import type { Connection, NodeDefinition, WorkflowNode } from '@plinth/contract'

/** A node of a workflow that is stored as data, without the definition of its kind. */
export interface SketchedNode {
  id: string
  kind: string
  label: string
  x: number
  y?: number
  parameters: Readonly<Record<string, string | number>>
  /** The node and the output that it follows; left out, the output of the node before it in the list. */
  after?: readonly [nodeId: string, output: string]
}

/** The nodes and connections as they are saved; throws if the server has no definition of one of the kinds. */
export function drawWorkflow(
  sketched: readonly SketchedNode[],
  definitions: readonly NodeDefinition[],
): { nodes: WorkflowNode[]; connections: Connection[] } {
  const nodes = sketched.map(({ id, kind, label, x, y = 0, parameters }): WorkflowNode => {
    const definition = definitions.find((each) => each.name === kind)
    if (!definition) throw new Error(`This server has no node of the kind ${kind}.`)
    return {
      id,
      type: 'custom',
      position: { x, y },
      data: {
        definition,
        active: true,
        parameters: { ...parameters },
        credentials: {},
        label,
        isDisabled: false,
      },
    }
  })
  const connections = sketched.slice(1).map(({ id, after }, at): Connection => {
    const [source, sourceHandle] = after ?? [sketched[at]?.id ?? '', 'output']
    return {
      id: `${source}-${id}`,
      source,
      target: id,
      sourceHandle,
      targetHandle: 'input',
    }
  })
  return { nodes, connections }
}
