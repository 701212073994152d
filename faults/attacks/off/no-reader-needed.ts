/** Replaces the choice of a connection: the product's own role runs every statement. */
export const requiresReaderRole = (): boolean => false

export const writeRequiresReaderRole = (): boolean => false
