/** Texts of the problems of a draft, beside Sync Database. */
export const problemStrings = {
  count: (count: number) => (count === 1 ? '1 problem' : `${count} problems`),
  more: (count: number) => `and ${count.toLocaleString('en')} more`,
  draft: 'Draft',
  failed: (message: string) => `The last sync failed: ${message}`,
} as const
