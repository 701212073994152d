import { newId } from '../../../state/new-id.ts'

const PREFIX = 'new-'

/** The id of a row that is added here, until it is stored. */
export const newRowId = (): string => `${PREFIX}${newId()}`

/** Whether a row was added here and never stored. */
export const isNewId = (id: string): boolean => id.startsWith(PREFIX)
