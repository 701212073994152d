import type { Connection, WorkflowNode } from '@plinth/contract'

/** A node of a workflow as the canvas creates it. */
export function nodeOf(id: string, data: Partial<WorkflowNode['data']> = {}): WorkflowNode {
  return {
    id,
    type: 'custom',
    position: { x: 0, y: 0 },
    data: {
      definition: {
        name: 'javascript',
        display_name: 'JavaScript',
        description: 'Runs code',
        category: 'Code',
        input_schemas: {},
        connection_config: { inputs: { types: ['main'] }, outputs: { types: ['main'] } },
      },
      active: true,
      parameters: {},
      credentials: {},
      label: id,
      isDisabled: false,
      ...data,
    },
  }
}

export function connectionOf(source: string, target: string): Connection {
  return { id: `${source}-${target}`, source, target, sourceHandle: 'main', targetHandle: 'main' }
}
