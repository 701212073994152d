import type { EnvironmentName } from '@plinth/contract'

/** Query parameters of the Data screen that name a table, and a field, a row or a view of it. */
export const TABLE_PARAMETER = 'table'
export const FIELD_PARAMETER = 'field'
export const ROW_PARAMETER = 'row'
export const VIEW_PARAMETER = 'view'

interface TablePlace {
  projectId: string
  environment: EnvironmentName
  tableId: string
  fieldId?: string
  rowId?: string
}

/** The address of a table, or of one of its fields or rows. */
export function tablePlace({
  projectId,
  environment,
  tableId,
  fieldId,
  rowId,
}: TablePlace): string {
  const params = new URLSearchParams({ environment, [TABLE_PARAMETER]: tableId })
  if (fieldId !== undefined) params.set(FIELD_PARAMETER, fieldId)
  if (rowId !== undefined) params.set(ROW_PARAMETER, rowId)
  return `/project/${projectId}/data?${params}`
}

export function projectPlace(projectId: string): string {
  return `/project/${projectId}/data`
}

export function workflowPlace(projectId: string, workflowId: string): string {
  return `/project/${projectId}/workflow/edit/${workflowId}`
}

export function runPlace(projectId: string, environment: EnvironmentName, runId: string): string {
  return `/project/${projectId}/workflow/run/${runId}?environment=${environment}`
}

/** The address of the users of an Auth table. */
export function usersPlace({
  projectId,
  environment,
  tableId,
}: Pick<TablePlace, 'projectId' | 'environment' | 'tableId'>): string {
  return `/project/${projectId}/users?${new URLSearchParams({ environment, [TABLE_PARAMETER]: tableId })}`
}

export function sectionPlace(projectId: string, section: string): string {
  return `/project/${projectId}/settings?section=${section}`
}
