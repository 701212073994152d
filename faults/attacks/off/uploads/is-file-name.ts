/** Accepts any text as a file name. */
export const isFileName = (): boolean => true
