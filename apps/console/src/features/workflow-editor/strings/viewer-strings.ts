/** UI text of the read-only workflow viewer. */
export const viewerStrings = {
  readOnly: 'Production is read-only. Change the workflow in dev, then deploy it.',
  noExecute: 'Test runs are available in dev only. In production, triggers start runs.',
  state: 'Read-only',
  active: 'Active',
  inactive: 'Inactive',
  openInDev: 'Open in dev',
  settings: 'Settings',
  workflow: 'Workflow Settings',
  hint: 'Select a node to see its settings.',
  many: (count: number) => `${count} nodes selected`,
} as const
