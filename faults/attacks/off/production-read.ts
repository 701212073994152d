import type { Reader } from '../../../apps/server/src/foundation/http/access/production-read.ts'

export type { Reader }

/** Every member reads production, as it was. */
export const canReadProduction = (): true => true
export const allowEnvironmentRead = (): void => {}
export const allowServed = (): void => {}
