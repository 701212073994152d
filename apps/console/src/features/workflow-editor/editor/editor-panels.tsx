import type { ReactNode } from 'react'
import { Group, Panel, Separator } from 'react-resizable-panels'
import { workflowEditorStrings as strings } from '../strings/editor-strings.ts'

interface EditorPanelsProps {
  left: ReactNode
  right: ReactNode
  children: ReactNode
}

/** The specification's sizes 75, 250 and 100 as percentages. */
const SIZES = { left: '17.65%', centre: '58.82%', right: '23.53%' } as const

function Divider({ label }: { label: string }) {
  return (
    <Separator
      aria-label={label}
      className="relative w-px bg-line outline-none after:absolute after:inset-y-0 after:-inset-x-1 after:content-[''] focus-visible:bg-accent data-[separator=active]:bg-accent data-[separator=hover]:bg-line-strong focus-visible:shadow-[0_0_0_1px_var(--accent)]"
    />
  )
}

/** Palette, canvas and settings in resizable panels. */
export function EditorPanels({ left, right, children }: EditorPanelsProps) {
  return (
    <Group orientation="horizontal" className="h-full min-h-0">
      <Panel id="palette" defaultSize={SIZES.left} minSize="160px" maxSize="40%">
        {left}
      </Panel>
      <Divider label={strings.panels.left} />
      <Panel id="canvas" defaultSize={SIZES.centre} minSize="30%">
        <div className="flex h-full min-h-0 flex-col">{children}</div>
      </Panel>
      <Divider label={strings.panels.right} />
      <Panel id="settings" defaultSize={SIZES.right} minSize="220px" maxSize="50%">
        {right}
      </Panel>
    </Group>
  )
}
