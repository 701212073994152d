export type ChangeKind =
  | 'version-changed'
  | 'database-changed'
  | 'table-added'
  | 'table-removed'
  | 'table-renamed'
  | 'table-retyped'
  | 'table-moved'
  | 'rule-changed'
  | 'query-changed'
  | 'indexes-changed'
  | 'display-changed'
  | 'tests-changed'
  | 'live-changed'
  | 'column-added'
  | 'column-removed'
  | 'column-renamed'
  | 'column-retyped'
  | 'column-moved'
  | 'option-changed'

/** One difference, matched by id; `detail` is the operation of a rule or the key of an option. */
export type Change = {
  kind: ChangeKind
  tableId: string | null
  columnId: string | null
  detail: string | null
  sentence: string
}
