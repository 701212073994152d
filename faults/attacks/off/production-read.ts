import type { Reader } from '../../../apps/server/src/foundation/http/access/production-read.ts'

export type { Reader }

/** Lets every member read production. */
export const canReadProduction = (): true => true
export const allowEnvironmentRead = (): void => {}
export const allowServed = (): void => {}
