/** Does not count sign-in failures of accounts. */
export const countAttempt = async (): Promise<number> => 0
export const uncountAttempt = async (): Promise<void> => undefined
