export type Data = Readonly<Record<string, unknown>>

/** The call being judged; `auth` also holds `table` and `kind`, `old` the row before an update. */
export type RequestData = {
  readonly auth?: Data | null
  readonly body?: Data | null
  readonly query?: Data | null
  readonly headers?: Data | null
  readonly old?: Data | null
  readonly method?: string
  readonly context?: string
  readonly env?: string
}

/** Everything an expression may read beside rows; the clock comes in as milliseconds. */
export type Scope = {
  readonly request: RequestData
  readonly constants?: ReadonlyMap<string, string>
  readonly now: number
}

/** Rows held in memory; a relation's cell holds ids, and `find` answers undefined for one that is not there. */
export type Rows = {
  readonly list: (table: string) => readonly Data[]
  readonly find: (table: string, id: string) => Data | undefined
}

/** Own keys only: a name such as `constructor` is never found on a prototype. */
export function lookUp(value: unknown, keys: readonly (string | number)[]): unknown {
  let at: unknown = value
  for (const key of keys) {
    if (typeof at !== 'object' || at === null) return undefined
    if (Array.isArray(at) !== (typeof key === 'number')) return undefined
    if (!Object.hasOwn(at, key)) return undefined
    at = (at as Record<string | number, unknown>)[key]
  }
  return at
}
