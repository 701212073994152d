import { useCallback, useEffect, useState } from 'react'
import * as z from 'zod'
import { useCurrentUser } from '../../../state/current-user.ts'

export type Density = 'compact' | 'regular' | 'tall'

export const ROW_HEIGHTS: Record<Density, number> = { compact: 28, regular: 34, tall: 48 }

const Preferences = z.object({
  widths: z.record(z.string(), z.number()),
  order: z.array(z.string()),
  density: z.enum(['compact', 'regular', 'tall']),
})
export type GridPreferences = z.infer<typeof Preferences>

const USUAL: GridPreferences = { widths: {}, order: [], density: 'regular' }

function read(key: string | undefined): GridPreferences {
  try {
    const stored = key === undefined ? null : localStorage.getItem(key)
    const parsed = Preferences.safeParse(JSON.parse(stored ?? 'null'))
    return parsed.success ? parsed.data : USUAL
  } catch {
    return USUAL
  }
}

/** How one person likes one table to look; kept in their browser. */
export function useGridPreferences(tableId: string) {
  const person = useCurrentUser().data?.user.id
  const key = person === undefined ? undefined : `grid:${person}:${tableId}`
  const [preferences, setPreferences] = useState(() => read(key))
  useEffect(() => setPreferences(read(key)), [key])
  const change = useCallback(
    (part: Partial<GridPreferences>) =>
      setPreferences((now) => {
        const next = { ...now, ...part }
        if (key !== undefined) localStorage.setItem(key, JSON.stringify(next))
        return next
      }),
    [key],
  )
  return [preferences, change] as const
}
