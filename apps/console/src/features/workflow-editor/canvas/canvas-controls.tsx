import { Panel, useReactFlow, useStore } from '@xyflow/react'
import {
  LayoutDashboard,
  Lock,
  LockOpen,
  Maximize,
  Minus,
  PanelBottomClose,
  PanelBottomOpen,
  Plus,
  Redo2,
  Search,
  Undo2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { BarDivider } from '../../../ui/layout/top-bar.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { modKey } from '../../../ui/primitives/kbd.tsx'
import { Tooltip } from '../../../ui/primitives/tooltip.tsx'
import { useEditorContext } from '../editor/editor-context.tsx'
import { workflowEditorStrings as strings } from '../strings/editor-strings.ts'

const words = strings.canvas

interface ToolProps {
  label: string
  keys?: string
  isPressed?: boolean
  isOff?: boolean
  onPress: () => void
  children: ReactNode
}

function Tool({ label, keys, isPressed, isOff = false, onPress, children }: ToolProps) {
  return (
    <Tooltip text={keys ? `${label} (${keys})` : label} side="top">
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={label}
        {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
        aria-disabled={isOff}
        onClick={() => (isOff ? undefined : onPress())}
      >
        {children}
      </Button>
    </Tooltip>
  )
}

function UndoTools() {
  const { editor } = useEditorContext()
  const { past, future } = editor.use().draft.history
  return (
    <>
      <BarDivider />
      <Tool label={words.undo} keys={modKey('Z')} isOff={past.length === 0} onPress={editor.undo}>
        <Undo2 aria-hidden="true" />
      </Tool>
      <Tool
        label={words.redo}
        keys={modKey('Shift Z')}
        isOff={future.length === 0}
        onPress={editor.redo}
      >
        <Redo2 aria-hidden="true" />
      </Tool>
    </>
  )
}

interface CanvasControlsProps {
  isLocked: boolean
  areResultsShown: boolean
  /** Undefined while there are no results. */
  onResults: ((areShown: boolean) => void) | undefined
  /** Both are undefined on a read-only canvas. */
  onLock: ((isLocked: boolean) => void) | undefined
  onTidyUp: (() => void) | undefined
  onFind: () => void
  /** Further controls. */
  children?: ReactNode
}

/** Zoom, undo, fit, arrange, lock and find, at the canvas' lower left. */
export function CanvasControls(props: CanvasControlsProps) {
  const { isLocked, onLock, areResultsShown, onResults } = props
  const { isReadOnly = false } = useEditorContext()
  const flow = useReactFlow()
  const zoom = useStore((state) => Math.round(state.transform[2] * 100))
  return (
    <Panel position="bottom-left">
      <div className="flex h-9 items-center rounded-lg border bg-raised px-1 shadow-2">
        <Tool label={words.zoomOut} onPress={() => flow.zoomOut()}>
          <Minus aria-hidden="true" />
        </Tool>
        <output
          aria-label={strings.canvas.zoom}
          className="w-11 text-center text-xs text-fg-2 tabular-nums"
        >
          {zoom}%
        </output>
        <Tool label={words.zoomIn} onPress={() => flow.zoomIn()}>
          <Plus aria-hidden="true" />
        </Tool>
        {isReadOnly ? null : <UndoTools />}
        <BarDivider />
        <Tool label={words.fit} keys="1" onPress={() => flow.fitView({ maxZoom: 1 })}>
          <Maximize aria-hidden="true" />
        </Tool>
        {props.onTidyUp ? (
          <Tool label={words.tidy} keys="T" onPress={props.onTidyUp}>
            <LayoutDashboard aria-hidden="true" />
          </Tool>
        ) : null}
        <Tool label={words.find} keys="F" onPress={props.onFind}>
          <Search aria-hidden="true" />
        </Tool>
        {onLock ? (
          <Tool
            label={isLocked ? words.unlock : words.lock}
            isPressed={isLocked}
            onPress={() => onLock(!isLocked)}
          >
            {isLocked ? <Lock aria-hidden="true" /> : <LockOpen aria-hidden="true" />}
          </Tool>
        ) : null}
        {onResults ? (
          <Tool
            label={areResultsShown ? words.hideResults : words.showResults}
            onPress={() => onResults(!areResultsShown)}
          >
            {areResultsShown ? (
              <PanelBottomClose aria-hidden="true" />
            ) : (
              <PanelBottomOpen aria-hidden="true" />
            )}
          </Tool>
        ) : null}
        {props.children}
      </div>
    </Panel>
  )
}
