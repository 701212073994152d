import type { Canvas, EnvironmentName, FieldIssue } from '@plinth/contract'
import { catalogueOf, readRowFilter } from '@plinth/expression'
import { eventColumns } from '@plinth/schema'
import { invalid } from '../../foundation/http/errors/api-error.ts'
import type { Queryable } from '../../foundation/platform/database.ts'
import {
  findTarget,
  listConstantKeys,
  type ReleaseTarget,
} from '../../projects/environments/target-store.ts'
import { findChosenTable, readRowSettings } from './row-settings.ts'

type Constants = Awaited<ReturnType<typeof listConstantKeys>>

interface TriggerTarget {
  target: ReleaseTarget
  constants: Constants
}

/** The issue of a trigger's parameters, if any. A table that is only in the draft is accepted. */
function issueOf({ target, constants }: TriggerTarget, parameters: object) {
  const settings = readRowSettings(JSON.stringify(parameters))
  if (settings.table === '') return { name: 'table', message: 'Choose the table to watch.' }
  if (settings.operations.length === 0)
    return { name: 'event', message: 'Choose what to wait for.' }
  const configuration = [target.applied, target.draft].find((each) =>
    findChosenTable(each, settings),
  )
  const table = configuration && findChosenTable(configuration, settings)
  if (!table) return { name: 'table', message: `Table with name ${settings.table} not found` }
  if (table.type === 'Computed') {
    const message = `Table ${table.name} is computed: its rows change with other tables. Watch those.`
    return { name: 'table', message }
  }
  const catalogue = catalogueOf(configuration, constants)
  const columns = eventColumns(table)
  const filter = readRowFilter(settings.filter, { catalogue, table: table.name, columns })
  const message = filter.ok ? undefined : filter.issues[0]?.message
  return message === undefined ? undefined : { name: 'filter', message }
}

/** Throws if a row trigger of an active workflow is invalid; inactive workflows may be incomplete. */
export async function checkRowTriggers(
  on: Queryable,
  workflow: { projectId: string; environment: EnvironmentName; canvas: Canvas; active: boolean },
): Promise<void> {
  const nodes = workflow.canvas.nodes
    .map((node, at) => ({ ...node.data, at }))
    .filter(({ definition }) => definition.name === 'trigger-row')
    .filter(({ active, isDisabled }) => active && !isDisabled)
  if (!workflow.active || nodes.length === 0) return
  const target = await findTarget(on, workflow)
  if (!target) return
  const constants = await listConstantKeys(on, target.environmentId)
  const issues = nodes.flatMap(({ at, label, parameters }): FieldIssue[] => {
    const issue = issueOf({ target, constants }, parameters)
    if (!issue) return []
    const path = `nodes.${at}.data.parameters.${issue.name}`
    return [{ path, message: `"${label}": ${issue.message}` }]
  })
  if (issues.length > 0) throw invalid(issues.slice(0, 100))
}
