import { type Connection, executeWorkflow, type WorkflowNode } from '@plinth/contract'
import { nodeDefinitions } from '@plinth/engine'
import { workflowPlace } from './workflow-place.ts'

const definitions = Object.values(nodeDefinitions).flat()

/** An executable node as the canvas creates it. */
export function runnable(
  id: string,
  kind: string,
  data: Partial<WorkflowNode['data']> = {},
): WorkflowNode {
  const definition = definitions.find(({ name }) => name === kind)
  if (!definition) throw new Error(`no kind ${kind}`)
  return {
    id,
    type: 'custom',
    position: { x: 0, y: 0 },
    data: {
      definition,
      active: true,
      parameters: {},
      credentials: {},
      label: id,
      isDisabled: false,
      ...data,
    },
  }
}

/** Parses connections such as `'a.true -> b.second'`; the default handle is the first one. */
export function wires(...texts: string[]): Connection[] {
  return texts.map((text) => {
    const [from = '', to = ''] = text.split(' -> ')
    const [source = '', sourceHandle = null] = from.split('.')
    const [target = '', targetHandle = null] = to.split('.')
    return { id: text, source, target, sourceHandle, targetHandle }
  })
}

export interface GraphToRun {
  nodes: WorkflowNode[]
  edges?: Connection[]
  settings?: object
  trigger?: string
  data?: never
}

/** Fixture: a new project with helpers to execute graphs. */
export async function runPlace() {
  const fixture = await workflowPlace()
  let count = 0
  const save = async ({ nodes, edges = [], settings = {} }: GraphToRun) => {
    count += 1
    return fixture.create({ name: `Run ${count}`, nodes, connections: edges, settings })
  }
  const execute = async (graph: GraphToRun, options: { workflowId?: string } = {}) => {
    const workflowId = options.workflowId ?? (await save(graph)).id
    const { nodes, edges = [], trigger, data } = graph
    const { data: answer } = await fixture.client.call(executeWorkflow, {
      params: { projectId: fixture.projectId, workflowId },
      body: {
        nodes,
        edges,
        ...(trigger === undefined ? {} : { trigger }),
        ...(data === undefined ? {} : { data }),
      },
    })
    return answer
  }
  return { ...fixture, save, execute }
}
