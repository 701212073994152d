import type { Table, WorkflowNode } from '@plinth/contract'
import { findTable } from './find-table.ts'

type Json = WorkflowNode['data']['parameters'][string]
type NodeParts = Pick<WorkflowNode['data'], 'definition' | 'parameters'>

function startData(text: Json | undefined): Json | undefined {
  if (typeof text !== 'string') return text
  try {
    const value = JSON.parse(text) as Json
    const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
    return isEmpty ? undefined : value
  } catch {
    return undefined
  }
}

function rowSample(name: string, { event, tables }: { event: string; tables: readonly Table[] }) {
  const table = findTable(tables, name)
  if (!table) return undefined
  const row = Object.fromEntries(table.columns.map((column) => [column.name, null]))
  const operation = ['saved', 'any', ''].includes(event) ? 'created' : event
  const id = '00000000-0000-0000-0000-000000000000'
  const old = operation === 'updated' ? {} : null
  return { event: operation, table: table.name, id, row: { ...row, id }, old, by: null }
}

/** The shape of what a trigger hands to the first node; undefined if nothing is known of it. */
export function sampleOf(
  { definition, parameters }: NodeParts,
  tables: readonly Table[],
): Json | undefined {
  const text = (name: string, otherwise: string) => String(parameters[name] ?? otherwise)
  switch (definition.name) {
    case 'trigger-manual':
      return startData(parameters.data)
    case 'trigger-webhook': {
      const method = text('method', 'POST')
      const called = method === 'any' ? 'POST' : method
      return { method: called, path: '', query: {}, headers: {}, body: {} }
    }
    case 'trigger-schedule':
      return { scheduledFor: '2026-01-01T09:00:00.000Z', timezone: text('timezone', 'UTC') }
    case 'trigger-row':
      return rowSample(text('table', ''), { event: text('event', 'created'), tables })
    case 'trigger-error': {
      const run = { id: '', workflowId: '', workflowName: '', version: 1, trigger: 'webhook' }
      return { run: { ...run, startedOn: null }, error: { node: '', message: '' } }
    }
    default:
      return undefined
  }
}
