/** Believes every provider to have asked for a second factor. */
export const namesSecondFactor = (): boolean => true
