import type { ReactNode } from 'react'
import { type CanvasActs, useCanvasMenu } from './use-canvas-menu.tsx'

/** The canvas with its context menus. */
export function MenuArea({ acts, children }: { acts: CanvasActs; children: ReactNode }) {
  const { onContextMenu, menu } = useCanvasMenu(acts)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles right clicks on what is inside
    <div onContextMenu={onContextMenu} className="flex min-h-0 flex-1">
      {children}
      {menu}
    </div>
  )
}
