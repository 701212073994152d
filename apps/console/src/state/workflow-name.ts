/** The name of a workflow as it is shown; a workflow may be saved without one. */
export function shownWorkflowName(name: string): string {
  return name || 'Untitled'
}
