/** UI text of the list of problems. */
export const canvasProblemStrings = {
  show: (count: number) => (count === 1 ? '1 problem' : `${count} problems`),
  hint: 'Choose one to go to its node.',
  more: (count: number) => `and ${count} more`,
  notReached: 'Not connected to a trigger, so it never runs',
  startsNothing: 'Not connected to a next node',
  missing: (setting: string) => `${setting} is empty`,
  noTable: (table: string) => `Table ${table} does not exist`,
  noField: (field: string, table: string) => `Table ${table} has no field ${field}`,
  noCredential: (setting: string) => `${setting} is not chosen`,
  lostCredential: (setting: string) => `${setting} no longer exists`,
  unknown: (parameter: string) => `Has no parameter ${parameter}, and ignores it`,
  unknownNew: (parameter: string) =>
    `Has no parameter ${parameter}: remove it to save the workflow`,
  unknownOf: (parameters: readonly string[]) => `Unknown parameters: ${parameters.join(', ')}`,
  removeUnknown: 'Remove unknown parameters',
} as const
