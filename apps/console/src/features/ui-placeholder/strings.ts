export const strings = { text: 'UI' } as const
