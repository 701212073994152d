import {
  Configuration,
  type Connection,
  type Database,
  type NodeDefinition,
  type WorkflowNode,
} from '@plinth/contract'
import { pairRelations } from '../relations/pair-relations.ts'
import { blog } from './blog.ts'
import { shop } from './shop.ts'
import type { Starter, StarterId, StarterRow } from './starter.ts'
import { tasks } from './tasks.ts'

export const STARTERS: Readonly<Record<StarterId, Starter>> = { shop, tasks, blog }

/** The tables of a starter as the configuration of a project. */
export function starterConfiguration(starter: Starter, database: Database): Configuration {
  const tables = starter.tables.map((table, order) => ({
    ...table,
    order,
    columns: table.columns.map((column, at) => ({ ...column, order: at + 1 })),
  }))
  let count = 0
  const newId = () => {
    count += 1
    return `reverse_${count}`
  }
  return pairRelations({ configuration: Configuration.parse({ database, tables }), newId })
}

/** The workflow of a starter as it is saved; throws if the server has no definition of one of its nodes. */
export function starterWorkflow(starter: Starter, definitions: readonly NodeDefinition[]) {
  const { name, nodes } = starter.workflow
  const drawn: WorkflowNode[] = nodes.map(({ id, kind, label, x, parameters }) => {
    const definition = definitions.find((each) => each.name === kind)
    if (!definition) throw new Error(`This server has no node of the kind ${kind}.`)
    return {
      id,
      type: 'custom',
      position: { x, y: 0 },
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
  const connections: Connection[] = nodes.slice(1).map(({ id }, at) => ({
    id: `${nodes[at]?.id}-${id}`,
    source: nodes[at]?.id ?? '',
    target: id,
    sourceHandle: 'output',
    targetHandle: 'input',
  }))
  return { name, nodes: drawn, connections, active: true }
}

/** What is sent to create a sample row, once the rows that it links to have their ids. */
export function starterRowBody(
  starter: Starter,
  { table, values, links = {} }: StarterRow,
  { ids, newPassword }: { ids: ReadonlyMap<string, string>; newPassword: () => string },
): Record<string, string | number | boolean> {
  const isUser = starter.tables.some(({ name, type }) => name === table && type === 'Auth')
  const linked = Object.entries(links).map(([field, key]) => [field, ids.get(key) ?? ''])
  return {
    ...values,
    ...Object.fromEntries(linked),
    ...(isUser ? { password: newPassword() } : {}),
  }
}
