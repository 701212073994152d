import type { ProductionReader } from '../../../apps/server/src/foundation/http/access/production-read.ts'

export type { ProductionReader }

/** Every member reads production, as it was. */
export const canReadProduction = (): true => true
export const allowEnvironmentRead = (): void => {}
export const allowServed = (): void => {}
