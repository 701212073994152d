const MAX_LABEL_LENGTH = 60

/** The text without the marks of Markdown. */
function plain(text: string): string {
  return text
    .replace(/^\s*(?:#{1,6}|[-*>]|\d+\.)\s+/gm, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`]/g, '')
}

/** UI text of notes on the canvas. */
export const noteStrings = {
  add: 'Add a note',
  edit: 'Edit',
  text: 'Text of the note',
  resize: 'Resize',
  resizer: 'Size of the note, changed by the arrow keys',
  placeholder: 'Write a note in Markdown…',
  label: (text: string) => `Note: ${plain(text).slice(0, MAX_LABEL_LENGTH)}`,
} as const
