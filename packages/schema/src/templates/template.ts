import type { Column, WorkflowNode } from '@plinth/contract'
import type * as z from 'zod'
import type { SketchedNode } from './draw-workflow.ts'

type WithoutId<C> = C extends unknown ? Omit<C, 'id' | 'order'> : never
/** A field that is created if a project lacks it. */
type TemplateColumn = WithoutId<z.input<typeof Column>>

export interface TemplateTable {
  name: string
  columns: readonly TemplateColumn[]
}

/** A workflow to start from. It needs nothing outside of the project. */
export interface Template {
  name: string
  /** One sentence. */
  description: string
  /** The tables and fields that its nodes read and write. */
  tables: readonly TemplateTable[]
  /** The first node is the trigger. */
  nodes: readonly SketchedNode[]
  /** What the trigger hands to the next node in test runs. */
  sample: NonNullable<WorkflowNode['data']['pinned']>
}

export const TEMPLATE_IDS = [
  'storeCalls',
  'checkForm',
  'reportOrders',
  'archiveTickets',
  'logFailures',
  'sumOrders',
] as const
export type TemplateId = (typeof TEMPLATE_IDS)[number]

export const text = (name: string, max = 255): TemplateColumn => ({
  name,
  type: 'text',
  options: { max },
})

export const amount = (name: string): TemplateColumn => ({
  name,
  type: 'number',
  options: { hasDecimal: true },
})
