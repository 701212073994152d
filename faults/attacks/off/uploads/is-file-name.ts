/** Any text is a name. */
export const isFileName = (): boolean => true
