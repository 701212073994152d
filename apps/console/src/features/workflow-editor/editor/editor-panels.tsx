import { type ReactNode, useState } from 'react'
import { Group, type GroupProps, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import { cn } from '../../../ui/primitives/cn.ts'
import { workflowEditorStrings as strings } from '../strings/editor-strings.ts'

interface EditorPanelsProps {
  /** Name under which this browser remembers the widths. */
  storedAs: string
  left: ReactNode
  right: ReactNode
  children: ReactNode
}

/** The specification's sizes 75, 250 and 100 as percentages. */
const SIZES = { left: '17.65%', centre: '58.82%', right: '23.53%' } as const
const PANELS = ['palette', 'canvas', 'settings']

interface PanelDividerProps {
  label: string
  /** Between panels above each other. */
  isRow?: boolean
}

export function PanelDivider({ label, isRow = false }: PanelDividerProps) {
  return (
    <Separator
      aria-label={label}
      className={cn(
        "relative bg-line outline-none after:absolute after:content-[''] focus-visible:bg-accent data-[separator=active]:bg-accent data-[separator=hover]:bg-line-strong focus-visible:shadow-[0_0_0_1px_var(--accent)]",
        isRow ? 'h-px after:inset-x-0 after:-inset-y-1' : 'w-px after:inset-y-0 after:-inset-x-1',
      )}
    />
  )
}

/** What may lie over a divider: the lists of selects and menus, and the editor's suggestions. */
const FLOATING = '[data-radix-popper-content-wrapper], .cm-tooltip'

/** Panels whose dividers leave the pointer to what floats above them. */
export function PanelGroup(props: GroupProps) {
  const [isCovered, setCovered] = useState(false)
  return (
    <Group
      {...props}
      disabled={isCovered}
      onPointerOver={({ target }) =>
        setCovered(target instanceof Element && target.closest(FLOATING) !== null)
      }
    />
  )
}

/** Palette, canvas and settings in resizable panels. */
export function EditorPanels({ storedAs, left, right, children }: EditorPanelsProps) {
  const layout = useDefaultLayout({
    id: storedAs,
    panelIds: PANELS,
    storage: localStorage,
    onlySaveAfterUserInteractions: true,
  })
  return (
    <PanelGroup
      orientation="horizontal"
      className="h-full min-h-0"
      {...(layout.defaultLayout ? { defaultLayout: layout.defaultLayout } : {})}
      onLayoutChanged={layout.onLayoutChanged}
    >
      <Panel id="palette" defaultSize={SIZES.left} minSize="160px" maxSize="40%">
        {left}
      </Panel>
      <PanelDivider label={strings.panels.left} />
      <Panel id="canvas" defaultSize={SIZES.centre} minSize="30%">
        <div className="flex h-full min-h-0 flex-col">{children}</div>
      </Panel>
      <PanelDivider label={strings.panels.right} />
      <Panel id="settings" defaultSize={SIZES.right} minSize="220px" maxSize="60%">
        {right}
      </Panel>
    </PanelGroup>
  )
}
