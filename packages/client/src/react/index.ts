export { createDataHooks } from './create-data-hooks.ts'
export { createQueryClient } from './create-query-client.ts'
export { currentUserOptions, type Read, rowOptions, rowsOptions } from './read-options.ts'
export { writeOptions } from './write-options.ts'
