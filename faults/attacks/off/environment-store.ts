import { listPlacements } from '../../../apps/server/src/project/environment-store.ts'

export * from '../../../apps/server/src/project/environment-store.ts'

/** Every project counts as deleted. */
export const listDeletedPlacements = listPlacements
