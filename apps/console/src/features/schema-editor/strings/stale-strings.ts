/** Texts of the dialog that merges concurrent saves. */
export const staleStrings = {
  title: 'Another user saved this project',
  clean: 'Your changes and theirs touch different tables, so both can be kept.',
  collision: 'Some tables were changed on both sides. Choose which version to keep.',
  theirs: 'Saved by another user',
  merged: 'After merging with your changes',
  yours: 'Mine',
  others: 'Theirs',
  whatTheyDid: 'Their changes',
  more: (count: number) => `and ${count} more`,
  cancel: 'Cancel',
  merge: 'Merge and save',
  broken: 'These versions cannot be merged. Choose the other version of a table.',
} as const
