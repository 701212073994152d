const MAX_LABEL_LENGTH = 60

/** UI text of notes on the canvas. */
export const noteStrings = {
  add: 'Add a note',
  edit: 'Edit',
  text: 'Text of the note',
  placeholder: 'Write a note…',
  label: (text: string) => `Note: ${text.slice(0, MAX_LABEL_LENGTH)}`,
} as const
