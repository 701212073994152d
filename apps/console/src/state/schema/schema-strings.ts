/** Shown in place of an empty name. */
export const schemaStrings = {
  untitledTable: 'Untitled table',
  untitledField: 'Untitled field',
} as const
