/** How the links of a relation are stored; all names are quoted. */
export type RelationPlace =
  | { readonly kind: 'own-key'; readonly column: string }
  | { readonly kind: 'their-key'; readonly table: string; readonly column: string }
  | {
      readonly kind: 'join'
      readonly table: string
      readonly own: string
      readonly other: string
      /** The order of the links seen from the own side, and from the other side if it has one. */
      readonly position: string
      readonly otherPosition?: string
    }

/** Names of tables and columns in the database. System columns have their names as ids. */
export interface Layout {
  /** Quoted, with its schema. */
  table(tableId: string): string
  column(tableId: string, columnId: string): string
  relation(tableId: string, columnId: string): RelationPlace
}
