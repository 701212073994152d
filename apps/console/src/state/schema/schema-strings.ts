/** Names of what has none yet. */
export const schemaStrings = {
  untitledTable: 'Untitled table',
  untitledField: 'Untitled field',
} as const
