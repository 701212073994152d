import { listPlacements } from '../../../apps/server/src/projects/environments/environment-store.ts'

export * from '../../../apps/server/src/projects/environments/environment-store.ts'

/** Every project counts as deleted. */
export const listDeletedPlacements = listPlacements
