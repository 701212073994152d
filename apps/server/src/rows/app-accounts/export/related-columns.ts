import type { DataColumn, DataModel, DataTable } from '../../../databases/sql/data-model.ts'

export interface RelatedColumn {
  readonly table: DataTable
  readonly column: DataColumn
}

/** The relations of stored tables that point to this table. */
export function relatedColumns({ tables }: DataModel, target: DataTable): readonly RelatedColumn[] {
  return [...tables.values()]
    .filter(({ definition }) => definition.type !== 'Computed')
    .flatMap((table) =>
      [...table.columns.values()]
        .filter(({ relation }) => relation?.target === target.name)
        .map((column) => ({ table, column })),
    )
}
