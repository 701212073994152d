import type { ProductionReader } from '../../../apps/server/src/foundation/http/access/production-read.ts'

export type { ProductionReader }

/** Lets every member read production. */
export const canReadProduction = (): true => true
export const allowEnvironmentRead = (): void => {}
export const allowServed = (): void => {}
