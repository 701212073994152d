import { listPlacements } from '../../../apps/server/src/project/environment-store.ts'

export * from '../../../apps/server/src/project/environment-store.ts'

/** Treats every project as deleted. */
export const listDeletedPlacements = listPlacements
