/** A table that a query may name: one that stores rows, or a Computed table by its query. */
export type ReadableTable =
  | {
      readonly name: string
      readonly columns: readonly string[]
      /** Columns that exist but may not be read: naming one is refused, and so is `*` over them. */
      readonly hiddenColumns?: readonly string[]
    }
  | { readonly name: string; readonly query: string }
