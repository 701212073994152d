/** Methods of RFC 8176 that are more than something the person knows. */
const SECOND_FACTORS: ReadonlySet<unknown> = new Set(['mfa', 'mca', 'otp', 'hwk', 'swk', 'sc'])

/** Whether the claim `amr` says that the provider asked for a second factor. */
export const namesSecondFactor = (amr: unknown): boolean =>
  Array.isArray(amr) && amr.some((method) => SECOND_FACTORS.has(method))
