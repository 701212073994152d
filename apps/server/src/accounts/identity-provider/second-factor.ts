/** Methods of RFC 8176 that are a second factor by themselves. */
const SECOND_FACTORS: ReadonlySet<unknown> = new Set(['mfa', 'mca', 'hwk', 'sc'])

/** A code or a key in software is one factor: providers without passwords send codes by mail or SMS. */
const POSSESSIONS: ReadonlySet<unknown> = new Set(['otp', 'swk'])
const KNOWN_OR_BODY: ReadonlySet<unknown> = new Set([
  ...['pwd', 'pin', 'kba'],
  ...['face', 'fpt', 'iris', 'retina', 'vbm'],
])

/** Whether the claim `amr` says that the provider asked for a second factor. */
export function namesSecondFactor(amr: unknown): boolean {
  if (!Array.isArray(amr)) return false
  const names = (methods: ReadonlySet<unknown>) => amr.some((method) => methods.has(method))
  return names(SECOND_FACTORS) || (names(POSSESSIONS) && names(KNOWN_OR_BODY))
}
