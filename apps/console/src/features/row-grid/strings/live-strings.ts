import type { LiveState } from '@plinth/client'

const STATES: Record<LiveState, string> = {
  connecting: 'Connecting',
  live: 'Live',
  polling: 'Live, every 5 seconds',
  offline: 'Offline',
  ended: 'Live updates stopped',
}

const HINTS: Record<LiveState, string> = {
  connecting: 'Changes of others appear here once the connection is open.',
  live: 'Changes of others appear here as they happen.',
  polling:
    'The server takes no more event streams, or a proxy does not pass them, so the rows are read every 5 seconds.',
  offline: 'Changes of others appear here once you have a network again.',
  ended: 'Changes of others no longer appear here. Retry, or refresh the rows.',
}

/** Some reasons of the server have no full stop. */
const sentenceOf = (reason: string) => (reason.endsWith('.') ? reason : `${reason}.`)

/** Texts of live updates in the grid. */
export const liveStrings = {
  states: STATES,
  hints: HINTS,
  ended: (reason: string | undefined) =>
    [`${STATES.ended}.`, ...(reason ? [sentenceOf(reason)] : []), HINTS.ended].join(' '),
  retry: 'Retry live updates',
  deletedWhileEdited: 'Another user deleted this row. What you enter becomes a new row.',
  leftWhileEdited: 'This row is no longer in the list. What you enter stays an unsaved edit.',
  rowDeleted: 'This row was deleted',
  rowDeletedText: 'It is no longer in the table. Select another row, or close this panel.',
  rowDeletedEdits: 'Your unsaved edits are still here. Save to get them as a new row.',
  rowLeft: 'This row is no longer in the list',
  rowLeftText: 'It no longer matches the search or the filter.',
  rowLeftEdits: 'It no longer matches the search or the filter. Your unsaved edits are still here.',
  rowFar: 'This row is now at another place',
  rowFarText: 'It is still in the list, but too far away to be shown there.',
  notShown: (edits: number, rows: number) =>
    `${edits === 1 ? '1 unsaved edit' : `${edits.toLocaleString('en-US')} unsaved edits`} in ${
      rows === 1 ? 'a row that is' : `${rows.toLocaleString('en-US')} rows that are`
    } not shown`,
  showRows: (rows: number) => (rows === 1 ? 'Show row' : 'Show rows'),
} as const
