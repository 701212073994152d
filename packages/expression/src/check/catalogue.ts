/** What a column's cell holds; `id` is a row's id, whether its own or a relation's. */
export type ColumnKind = 'text' | 'id' | 'number' | 'bool' | 'date' | 'file' | 'json'

export type CatalogueColumn = {
  readonly id: string
  readonly name: string
  readonly kind: ColumnKind
  /** A list of values: select, relation, image or file with several. */
  readonly isMany: boolean
  /** The name of the table that a relation points to. */
  readonly target?: string
  readonly isHidden: boolean
  readonly isHashed: boolean
  readonly isProtected: boolean
}

export type CatalogueTable = {
  readonly id: string
  readonly name: string
  readonly isAuth: boolean
  readonly columns: ReadonlyMap<string, CatalogueColumn>
}

/** The tables an expression may name, by name; without `constants` any constant may be named. */
export type Catalogue = {
  readonly tables: ReadonlyMap<string, CatalogueTable>
  readonly constants?: ReadonlyMap<string, { readonly isSecret: boolean }>
}
