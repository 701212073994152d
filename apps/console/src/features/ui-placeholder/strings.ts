export const uiPlaceholderStrings = { text: 'UI' } as const
