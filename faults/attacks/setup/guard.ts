/** A check of the product, and the module without it that takes its place when the guard is switched off. */
export interface Guard {
  name: string
  /** Module of the product below `apps/server/src` → its stand-in below `faults/attacks/off`. */
  replaces: Readonly<Record<string, string>>
}
