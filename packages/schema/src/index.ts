export { type Adoption, adoptTables } from './adopt/adopt-tables.ts'
export { isAuthColumn } from './auth-columns.ts'
export { type ConfigurationInput, canonicalJson, canonicalText } from './canonical-json.ts'
export type { Change, ChangeKind } from './change.ts'
export { changeColumnType } from './change-column-type.ts'
export { checkNames } from './check-names.ts'
export { configurationsEqual, tablesEqual } from './configurations-equal.ts'
export { defaultOptions } from './default-options.ts'
export { type AppField, fieldsOfTable } from './describe/fields-of-table.ts'
export { type OpenapiOfTables, openapiOfTables } from './describe/openapi-of-tables.ts'
export { writeTypes } from './describe/write-types.ts'
export { diffConfigurations } from './diff-configurations.ts'
export type { EditResult, NewId, SchemaIssue } from './edit-result.ts'
export { type Counterpart, findCounterpart, type RelationColumn } from './find-counterpart.ts'
export { findColumn, findTable } from './find-table.ts'
export { type History, newHistory, record, redo, undo } from './history.ts'
export { jsonSchemaOfConfiguration } from './json-schema-of-configuration.ts'
export { COLUMN_LIMIT, HISTORY_LIMIT, TABLE_LIMIT } from './limits.ts'
export { mergeConfigurations } from './merge-configurations.ts'
export { newColumn } from './new-column.ts'
export { newTable } from './new-table.ts'
export { pairRelations } from './pair-relations.ts'
export { parseConfiguration } from './parse-configuration.ts'
export type { Conversion } from './plan/conversion.ts'
export { lossOf } from './plan/conversion.ts'
export { type Form, STORED_TYPES } from './plan/form.ts'
export { judgePlan, type Verdict } from './plan/judge-plan.ts'
export type {
  Gone,
  LiveCatalogue,
  LiveColumn,
  LiveForeignKey,
  LiveIndex,
  LiveTable,
} from './plan/live-catalogue.ts'
export type {
  Fill,
  Former,
  LinkPlace,
  Operation,
  OperationKind,
  OperationOf,
} from './plan/operation.ts'
export type {
  Check,
  Drift,
  Measure,
  Measures,
  Phase,
  Plan,
  Step,
  StepClass,
  TableNames,
} from './plan/plan.ts'
export { planMigration } from './plan/plan-migration.ts'
export { planRestore, type RestorePlan } from './plan/plan-restore.ts'
export { planUndo } from './plan/plan-undo.ts'
export {
  type ColumnShape,
  type IndexShape,
  type JoinShape,
  pairKeyOf,
  type Shapes,
  shapeOfTable,
  shapesOf,
  type TableShape,
} from './plan/shapes.ts'
export { GONE_PREFIX, INDEX_PREFIX, NEW_PREFIX, newName, OWN_PREFIX } from './plan/stored-names.ts'
export { removeColumn } from './remove-column.ts'
export { removeTable } from './remove-table.ts'
export { reorderTables } from './reorder-tables.ts'
export { sameJson } from './same-json.ts'
export { saveColumn } from './save-column.ts'
export { saveTable } from './save-table.ts'
export { sortColumns } from './sort-columns.ts'
export { sortTables } from './sort-tables.ts'
export { type SyncStatus, syncStatus } from './sync-status.ts'
export { tableIsDraft } from './table-is-draft.ts'
export { takesFileType } from './takes-file-type.ts'
export { toldColumns } from './told-columns.ts'
