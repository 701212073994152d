/** Accepts any text as a media type. */
export const isMediaType = (): boolean => true
