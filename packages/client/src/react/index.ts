export type { LiveRows } from '../live/live-rows.ts'
export { createDataHooks, type DataHooks } from './create-data-hooks.ts'
export { createQueryClient } from './create-query-client.ts'
export {
  currentUserOptions,
  type PageFor,
  type Read,
  type ReadBehaviour,
  type ReadOptions,
  rowOptions,
  rowsOptions,
} from './read-options.ts'
export { type LiveRead, useLiveRows } from './use-live-rows.ts'
export { useSession } from './use-session.ts'
export { type WriteOptions, writeOptions } from './write-options.ts'
