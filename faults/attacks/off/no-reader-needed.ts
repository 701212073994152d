/** Replaces the choice of a connection: the product's own role runs every statement. */
export const needsReader = (): boolean => false

export const writeNeedsReader = (): boolean => false
