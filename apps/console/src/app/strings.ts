import type { UnsavedEntry } from '../state/unsaved/unsaved-changes.ts'

const ENTRIES: Record<UnsavedEntry['kind'], (name: string, count: number) => string> = {
  rows: (table, count) => `${count} ${count === 1 ? 'change' : 'changes'} in ${table}`,
  view: (name) => `the view ‘${name}’`,
  query: (name) => (name === '' ? 'a new query' : `the query ‘${name}’`),
}

export const appStrings = {
  errorTitle: 'Unexpected Application Error!',
  reload: 'Reload',
  backToProjects: 'Back to Projects',
  signOut: {
    title: 'Sign out without saving?',
    text: (names: string) => `These changes will be discarded: ${names}.`,
    entry: ({ kind, project, name, count }: UnsavedEntry) =>
      `${ENTRIES[kind](name, count)} of ${project}`,
    stay: 'Stay',
    confirm: 'Sign Out',
  },
} as const
