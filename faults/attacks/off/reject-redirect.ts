/** Allows redirects to any address, regardless of the node's setting. */
export const rejectRedirect = (): void => {}
