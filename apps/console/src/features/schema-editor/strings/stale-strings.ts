/** The dialog that merges two saves of the same revision. */
export const staleStrings = {
  title: 'Somebody else saved this project',
  clean: 'Your changes and theirs touch different tables, so both can be kept.',
  collision: 'Some tables were changed on both sides. Choose which version to keep.',
  theirs: 'Saved by somebody else',
  merged: 'After merging with your changes',
  yours: 'Mine',
  others: 'Theirs',
  whatTheyDid: 'What changed on their side',
  more: (count: number) => `and ${count} more`,
  cancel: 'Cancel',
  merge: 'Merge and save',
  broken: 'These versions do not fit together. Choose differently.',
} as const
