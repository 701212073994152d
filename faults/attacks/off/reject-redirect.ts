/** Redirects to anywhere, without the node's setting. */
export const rejectRedirect = (): void => {}
