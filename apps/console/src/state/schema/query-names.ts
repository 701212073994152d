import { type Configuration, SYSTEM_COLUMNS } from '@plinth/contract'

/** Tables and fields that a SELECT can use, for completion. Hashed fields cannot be read. */
export function queryNamesOf({ tables }: Configuration) {
  const columns = tables.flatMap((table) =>
    table.columns
      .filter((column) => !(column.type === 'text' && column.options.isHashed))
      .map((column) => ({ label: column.name, detail: table.name })),
  )
  const system = SYSTEM_COLUMNS.map((label) => ({ label, detail: '' }))
  return [...tables.map(({ name }) => ({ label: name, detail: 'table' })), ...system, ...columns]
}
