import * as z from 'zod'

/** Compares an item of dev with the production item of the same name. */
export const PRODUCTION_STATUSES = ['In sync', 'Out of sync', 'Not in Production'] as const
export const ProductionStatus = z.enum(PRODUCTION_STATUSES)
export type ProductionStatus = z.infer<typeof ProductionStatus>
