import { customAlphabet } from 'nanoid'

/** A random id of a table or a field: short enough to read in JSON, long enough to avoid collisions. */
export const newId: () => string = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 12)
