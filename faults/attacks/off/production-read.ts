import type { Reader } from '../../../apps/server/src/http/production-read.ts'

export type { Reader }

/** Lets every member read production. */
export const canReadProduction = (): true => true
export const allowEnvironmentRead = (): void => {}
export const allowServed = (): void => {}
