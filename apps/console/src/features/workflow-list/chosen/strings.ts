/** Words of the bar above a list with a selection, the same for every list. */
export const chosenStrings = {
  clear: 'Clear selection',
  progress: (done: number, all: number) => `${done} of ${all}`,
  stop: 'Stop',
  cancel: 'Cancel',
  refused: (count: number) => `${count} refused`,
  notTried: (count: number) => `${count} not tried`,
} as const
