/** The most tables that the contract takes in a configuration. */
export const TABLE_LIMIT = 2000
/** The most fields that the contract takes in a table. */
export const COLUMN_LIMIT = 500
/** How many steps an undo history keeps. */
export const HISTORY_LIMIT = 200
