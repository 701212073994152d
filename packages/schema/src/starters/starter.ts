import type { Column, Rules, RuleTest, TableType } from '@plinth/contract'
import type * as z from 'zod'
import type { SketchedNode } from '../templates/draw-workflow.ts'

type ColumnInput = z.input<typeof Column>

interface StarterTable {
  id: string
  name: string
  type?: TableType
  columns: ColumnInput[]
  rules: z.input<typeof Rules>
  tests: z.input<typeof RuleTest>[]
}

/** A sample row; `links` names the rows that its relations point to, by their keys. */
export interface StarterRow {
  key: string
  table: string
  values: Readonly<Record<string, string | number | boolean>>
  links?: Readonly<Record<string, string>>
}

/** A working project to start from. Sample users of an app get a random password when the rows are created. */
export interface Starter {
  tables: readonly StarterTable[]
  rows: readonly StarterRow[]
  /** A row event starts it; each node follows the one before it. */
  workflow: { name: string; nodes: readonly SketchedNode[] }
}

export const STARTER_IDS = ['shop', 'tasks', 'blog'] as const
export type StarterId = (typeof STARTER_IDS)[number]

export const OWN = 'id = @request.auth.id'
export const SIGNED_IN = '@request.auth.id != ""'
/** An empty rule: staff only. */
export const STAFF = ''

/** A relation of many rows to one. */
export function manyToOne(relation: {
  id: string
  name: string
  to: string
  back: string
  isRequired?: boolean
}): ColumnInput {
  const { id, name, to, back, isRequired = false } = relation
  return {
    id,
    name,
    type: 'relation',
    options: {
      isParent: true,
      tableId: to,
      backColumnName: back,
      hasMultipleBack: true,
      isRequired,
    },
  }
}

/** The fields of app users: those of every Auth table, and a name. */
export function userColumns(table: string): ColumnInput[] {
  return [
    {
      id: `${table}_email`,
      name: 'email',
      type: 'email',
      options: { isUnique: true, isRequired: true },
    },
    {
      id: `${table}_password`,
      name: 'password',
      type: 'text',
      options: { isHashed: true, isRequired: true },
    },
    { id: `${table}_verified`, name: 'verified', type: 'checkbox' },
    { id: `${table}_name`, name: 'name', type: 'text' },
  ]
}
