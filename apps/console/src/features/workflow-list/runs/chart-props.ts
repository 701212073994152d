import type { RunPoint } from '@plinth/contract'

export interface ChartProps {
  points: readonly RunPoint[]
  stepHours: number
}
