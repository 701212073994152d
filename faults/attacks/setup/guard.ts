/** A check of the product, and the modules that replace it when the guard is switched off. */
export interface Guard {
  name: string
  /** Module below `apps/server/src` → replacement below the folder `off` of the suite. */
  replaces: Readonly<Record<string, string>>
}
