import { listPlacements } from '../../../apps/server/src/projects/environments/environment-store.ts'

export * from '../../../apps/server/src/projects/environments/environment-store.ts'

/** Treats every project as erased. */
export const listErasedPlacements = listPlacements
