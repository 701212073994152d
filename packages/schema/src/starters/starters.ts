import { Configuration, type Database, type NodeDefinition } from '@plinth/contract'
import { pairRelations } from '../relations/pair-relations.ts'
import { drawWorkflow } from '../templates/draw-workflow.ts'
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
  return { name, ...drawWorkflow(nodes, definitions), active: true }
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
