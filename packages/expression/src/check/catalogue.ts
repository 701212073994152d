/** Type of a column's value; `id` is a row id, either its own or a relation's. */
export type ColumnKind = 'text' | 'id' | 'number' | 'bool' | 'date' | 'file' | 'json'

export type CatalogueColumn = {
  readonly id: string
  readonly name: string
  readonly kind: ColumnKind
  /** True for select, relation, image and file columns with multiple values. */
  readonly isMany: boolean
  /** Name of the table a relation points to. */
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

/** The tables an expression can use, by name; without `constants`, any constant name is accepted. */
export type Catalogue = {
  readonly tables: ReadonlyMap<string, CatalogueTable>
  readonly constants?: ReadonlyMap<string, { readonly isSecret: boolean }>
}
