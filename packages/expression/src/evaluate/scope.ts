export type Data = Readonly<Record<string, unknown>>

/** The evaluated request; `auth` also has `table` and `kind`, `old` is the row before an update. */
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

/** Everything an expression can read besides rows; the current time is passed in as milliseconds. */
export type Scope = {
  readonly request: RequestData
  readonly constants?: ReadonlyMap<string, string>
  readonly now: number
}

/** In-memory rows; relation cells hold ids, and `find` returns undefined for a missing row. */
export type Rows = {
  readonly list: (table: string) => readonly Data[]
  readonly find: (table: string, id: string) => Data | undefined
}

/** Reads own properties only, so that names such as `constructor` are never found on a prototype. */
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
