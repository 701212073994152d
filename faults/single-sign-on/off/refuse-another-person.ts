/** Takes a proof of any person. */
export const refuseAnotherPerson = (): void => undefined
