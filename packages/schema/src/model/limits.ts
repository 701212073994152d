/** Maximum number of tables in a configuration. */
export const TABLE_LIMIT = 2000
/** Maximum number of fields in a table. */
export const COLUMN_LIMIT = 500
/** Maximum number of undo steps. */
export const HISTORY_LIMIT = 200
