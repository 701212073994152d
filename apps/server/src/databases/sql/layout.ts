/** Where the two ends of a relation are tied together; every name is quoted. */
export type RelationPlace =
  | { readonly kind: 'own-key'; readonly column: string }
  | { readonly kind: 'their-key'; readonly table: string; readonly column: string }
  | {
      readonly kind: 'join'
      readonly table: string
      readonly own: string
      readonly other: string
      /** The order of the links as seen from the own side, and from the other if that has one. */
      readonly position: string
      readonly otherPosition?: string
    }

/** What rows are really called in the database; the system columns have their names as ids. */
export interface Layout {
  /** Quoted, with its schema. */
  table(tableId: string): string
  column(tableId: string, columnId: string): string
  relation(tableId: string, columnId: string): RelationPlace
}
