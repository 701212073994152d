export { type Adoption, adoptTables } from './adopt/adopt-tables.ts'
export { checkNames } from './check/check-names.ts'
export {
  type ConfigurationInput,
  canonicalJson,
  canonicalText,
  sortKeys,
  storedJson,
} from './compare/canonical-json.ts'
export type { Change, ChangeKind } from './compare/change.ts'
export { configurationsEqual, tablesEqual } from './compare/configurations-equal.ts'
export { diffConfigurations } from './compare/diff-configurations.ts'
export { mergeConfigurations } from './compare/merge-configurations.ts'
export { type SyncStatus, syncStatus } from './compare/sync-status.ts'
export { tableIsDraft } from './compare/table-is-draft.ts'
export { eventColumns } from './describe/event-columns.ts'
export { type AppField, fieldsOfTable } from './describe/fields-of-table.ts'
export { type OpenapiOfTables, openapiOfTables } from './describe/openapi-of-tables.ts'
export { writeOverview } from './describe/write-overview.ts'
export { writeTypes } from './describe/write-types.ts'
export { changeColumnType } from './edit/change-column-type.ts'
export { type History, newHistory, record, redo, undo } from './edit/history.ts'
export { jsonSchemaOfConfiguration } from './edit/json-schema-of-configuration.ts'
export { jsonSchemaOfWorkflow } from './edit/json-schema-of-workflow.ts'
export { newColumn } from './edit/new-column.ts'
export { newTable } from './edit/new-table.ts'
export { parseConfiguration } from './edit/parse-configuration.ts'
export { removeColumn } from './edit/remove-column.ts'
export { removeTable } from './edit/remove-table.ts'
export { reorderTables } from './edit/reorder-tables.ts'
export { saveColumn } from './edit/save-column.ts'
export { saveTable } from './edit/save-table.ts'
export { acceptsFileType } from './model/accepts-file-type.ts'
export { isAuthColumn } from './model/auth-columns.ts'
export { defaultOptions } from './model/default-options.ts'
export type { EditResult, NewId, SchemaIssue } from './model/edit-result.ts'
export { canDisplay, findDisplayField } from './model/find-display-field.ts'
export { findColumn, findTable } from './model/find-table.ts'
export { COLUMN_LIMIT, HISTORY_LIMIT, TABLE_LIMIT } from './model/limits.ts'
export { sameJson } from './model/same-json.ts'
export { arrangeColumns, moveColumn, sortColumns } from './model/sort-columns.ts'
export { sortTables } from './model/sort-tables.ts'
export { assessPlan, type Verdict } from './plan/assess-plan.ts'
export type { Conversion } from './plan/conversion.ts'
export { lossOf } from './plan/conversion.ts'
export { type Form, STORED_TYPES } from './plan/form.ts'
export type {
  LiveCatalogue,
  LiveColumn,
  LiveForeignKey,
  LiveIndex,
  LiveTable,
} from './plan/live-catalogue.ts'
export { TrashedItem } from './plan/live-catalogue.ts'
export type {
  Fill,
  Former,
  LinkStorage,
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
  StepClass,
  TableNames,
} from './plan/plan.ts'
export { Plan, Step } from './plan/plan.ts'
export { planMigration } from './plan/plan-migration.ts'
export { planRestore, type RestorePlan } from './plan/plan-restore.ts'
export { planUndo } from './plan/plan-undo.ts'
export {
  type ColumnShape,
  type IndexShape,
  JoinShape,
  pairKeyOf,
  type Shapes,
  shapeOfTable,
  shapesOf,
  type TableShape,
} from './plan/shapes.ts'
export { INDEX_PREFIX, NEW_PREFIX, newName, OWN_PREFIX, TRASH_PREFIX } from './plan/stored-names.ts'
export {
  type Counterpart,
  findCounterpart,
  type RelationColumn,
} from './relations/find-counterpart.ts'
export { pairRelations } from './relations/pair-relations.ts'
export {
  STARTER_IDS,
  type Starter,
  type StarterId,
} from './starters/starter.ts'
export {
  STARTERS,
  starterConfiguration,
  starterRowBody,
  starterWorkflow,
} from './starters/starters.ts'
export { addMissing, listNeeds } from './templates/add-missing.ts'
export { TEMPLATE_IDS, type Template, type TemplateId } from './templates/template.ts'
export { TEMPLATES, templateWorkflow } from './templates/templates.ts'
