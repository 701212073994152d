import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'

export const REGIONS = [
  { value: 'aws-ap-southeast-1', label: 'Singapore' },
  { value: 'aws-eu-central-1', label: 'Frankfurt' },
  { value: 'aws-ap-southeast-2', label: 'Sydney' },
  { value: 'aws-us-east-1', label: 'N. Virginia' },
  { value: 'aws-us-east-2', label: 'Ohio' },
  { value: 'aws-us-west-2', label: 'Oregon' },
] as const
export const Region = z.enum(
  REGIONS.map((region) => region.value) as [RegionValue, ...RegionValue[]],
)
type RegionValue = (typeof REGIONS)[number]['value']
export type Region = RegionValue
export const DEFAULT_REGION: Region = 'aws-ap-southeast-1'

/** Regions with their own database cluster; all other regions use the default cluster. */
export const listRegions = endpoint({
  name: 'listRegions',
  summary: 'The regions and their database clusters',
  method: 'GET',
  path: '/api/region',
  access: 'staff',
  answer: z.object({
    regions: z.array(z.object({ value: Region, label: z.string(), mapped: z.boolean() })),
  }),
})
