/** A forbidden operation. `{file}`, `{out}`, `{neighbour}` and `{canary}` are placeholders. */
export interface Construct {
  readonly name: string
  /** A value, a source to read from, or a separate statement. */
  readonly kind: 'expression' | 'table' | 'statement'
  readonly sql: string
}

/** A way to disguise a construct from a reader who does not know the grammar. */
export interface Trick {
  readonly name: string
  /** Items of a select list before and after the construct. */
  readonly open?: string
  readonly close?: string
  /** Text after the statement. */
  readonly tail?: string
  /** Spells the construct differently. */
  readonly spell?: (sql: string) => string
  /** Moves an expression out of the select list; `{expression}` is a placeholder. */
  readonly place?: string
}

export interface SqlAttack {
  readonly sql: string
  readonly trick: string
  readonly construct: string
}

/** Values of the placeholders. */
export interface AttackTargets {
  /** A file that the database's account can read, a file to write, and the folder of the first. */
  readonly file: string
  readonly out: string
  /** The neighbour's schema on PostgreSQL, its file on SQLite. */
  readonly neighbour: string
  readonly canary: string
}
