/** Any text is a type. */
export const isMediaType = (): boolean => true
