/** Something that a query must not be able to do. `{file}`, `{out}`, `{neighbour}` and `{canary}` are filled in. */
export interface Construct {
  readonly name: string
  /** A value to compute, something to read from, or a statement of its own. */
  readonly kind: 'expression' | 'table' | 'statement'
  readonly sql: string
}

/** A way to write a construct so that a reader who does not know the grammar takes it for something else. */
export interface Trick {
  readonly name: string
  /** Items of a select list before and after the construct. */
  readonly open?: string
  readonly close?: string
  /** What follows the statement. */
  readonly tail?: string
  /** Spells the construct differently. */
  readonly spell?: (sql: string) => string
  /** Puts an expression in another place than the select list; `{expression}` is filled in. */
  readonly place?: string
}

export interface SqlAttack {
  readonly sql: string
  readonly trick: string
  readonly construct: string
}

/** What the placeholders of constructs stand for. */
export interface AttackTargets {
  /** A file that the database's account can read, a file to write, and the folder of the first. */
  readonly file: string
  readonly out: string
  /** The neighbour's schema on PostgreSQL, its file on SQLite. */
  readonly neighbour: string
  readonly canary: string
}
