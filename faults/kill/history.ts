/** A requested project, and what is known about it from the responses. */
export interface Wish {
  name: string
  key: string
  /** `unknown`: the connection was lost or the response was 503; it may or may not have happened. */
  create: 'unknown' | 'acknowledged' | 'refused'
  id: string | undefined
  deletion: 'none' | 'unknown' | 'acknowledged'
}

/** All requests of all rounds. */
export class History {
  readonly wishes: Wish[] = []
  /** Responses that no fault excuses. */
  readonly surprises: string[] = []

  wish(name: string): Wish {
    const wish: Wish = {
      name,
      key: `create-${name}`,
      create: 'unknown',
      id: undefined,
      deletion: 'none',
    }
    this.wishes.push(wish)
    return wish
  }

  count(state: Partial<Wish>): number {
    const entries = Object.entries(state)
    return this.wishes.filter((wish) =>
      entries.every(([field, value]) => wish[field as keyof Wish] === value),
    ).length
  }
}
