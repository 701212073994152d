/** Accepts every password. */
export const findKnownPassword = (): undefined => undefined
export const refuseKnownPassword = (): void => undefined
