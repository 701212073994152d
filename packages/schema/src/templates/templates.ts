import type { NodeDefinition } from '@plinth/contract'
import { archiveTickets } from './archive-tickets.ts'
import { checkForm } from './check-form.ts'
import { drawWorkflow } from './draw-workflow.ts'
import { logFailures } from './log-failures.ts'
import { reportOrders } from './report-orders.ts'
import { storeCalls } from './store-calls.ts'
import { sumOrders } from './sum-orders.ts'
import type { Template, TemplateId } from './template.ts'

export const TEMPLATES: Readonly<Record<TemplateId, Template>> = {
  storeCalls,
  checkForm,
  reportOrders,
  archiveTickets,
  logFailures,
  sumOrders,
}

/** The nodes and connections of a template as they are saved; its sample is the pinned output of the trigger. */
export function templateWorkflow(template: Template, definitions: readonly NodeDefinition[]) {
  const { nodes, connections } = drawWorkflow(template.nodes, definitions)
  const withSample = nodes.map((node, at) =>
    at === 0 ? { ...node, data: { ...node.data, pinned: template.sample } } : node,
  )
  return { nodes: withSample, connections }
}
