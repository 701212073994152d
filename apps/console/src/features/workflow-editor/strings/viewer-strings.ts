/** The words of a workflow that is only looked at. */
export const viewerStrings = {
  readOnly:
    'Production is read-only here. Change the workflow in dev; Deploy brings the change here.',
  noExecute: 'A test run is made in dev; in production triggers start runs.',
  state: 'Read-only',
  active: 'Active',
  inactive: 'Inactive',
  openInDev: 'Open in dev',
  settings: 'Settings',
  workflow: 'Workflow Settings',
  hint: 'Select a node to see how it is set.',
  many: (count: number) => `${count} nodes selected`,
} as const
