import { useNavigate } from 'react-router'
import type { Recent } from '../../state/recents.ts'
import { PLACE_ICONS } from './palette-icons.tsx'
import type { CommandPaletteEntry } from './rank-entries.ts'

type Extra = Pick<CommandPaletteEntry, 'detail' | 'words' | 'keys'>

/** Makes entries that open a place. */
export function usePlaceEntry() {
  const navigate = useNavigate()
  return (recent: Recent, extra: Extra = {}): CommandPaletteEntry => ({
    key: recent.to,
    label: recent.label,
    icon: PLACE_ICONS[recent.kind],
    recent,
    run: () => void navigate(recent.to),
    ...extra,
  })
}
