/** What a row's rules read. */
export interface Seen {
  owner: string
  isPublic: boolean
  n: number
}

/** A rule in the product's language, and what it means in ours: nothing of the product evaluates the second. */
export interface LiveRule {
  text: string
  sees(row: Seen, userId: string): boolean
}

const OWN_OR_PUBLIC: LiveRule = {
  text: 'owner = @request.auth.id || isPublic = true',
  sees: ({ owner, isPublic }, userId) => owner === userId || isPublic,
}
export const LIVE_RULES: readonly [LiveRule, ...LiveRule[]] = [
  OWN_OR_PUBLIC,
  { text: 'owner = @request.auth.id', sees: ({ owner }, userId) => owner === userId },
  {
    text: 'isPublic = true && owner != @request.auth.id',
    sees: ({ owner, isPublic }, userId) => isPublic && owner !== userId,
  },
  {
    text: '(owner = @request.auth.id && isPublic = false) || (n > 40 && isPublic = true)',
    sees: ({ owner, isPublic, n }, userId) =>
      (owner === userId && !isPublic) || (n > 40 && isPublic),
  },
]

/** The rules that a table has had. Several count while one is being changed, and until a client learns of it. */
export class RuleHistory {
  readonly #rules: LiveRule[] = [LIVE_RULES[0]]
  /** The newest one whose sync was answered. */
  answered = 0

  get count(): number {
    return this.#rules.length
  }

  /** The only one, once nothing is being changed. */
  get current(): LiveRule {
    return this.#rules.at(-1) ?? OWN_OR_PUBLIC
  }

  get next(): LiveRule {
    return LIVE_RULES[this.#rules.length % LIVE_RULES.length] ?? OWN_OR_PUBLIC
  }

  begin(rule: LiveRule): void {
    this.#rules.push(rule)
  }

  end(): void {
    this.answered = this.#rules.length - 1
  }

  /** Whether a client that knows of a rule may be sent a row. */
  mayHave(row: Seen, of: { userId: string; since: number }): boolean {
    return this.#rules.slice(of.since).some((rule) => rule.sees(row, of.userId))
  }
}
