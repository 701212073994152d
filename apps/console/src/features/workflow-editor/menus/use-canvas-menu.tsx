import { useReactFlow } from '@xyflow/react'
import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isTyping } from '../../../ui/hooks/use-shortcut.ts'
import { modKey } from '../../../ui/primitives/kbd.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { useEditorContext } from '../editor/editor-context.tsx'
import { NOTHING, selectOnly } from '../editor/selection.ts'
import { findNode } from '../graph/graph.ts'
import { outputsOf } from '../graph/handles.ts'
import { notesOf } from '../graph/notes.ts'
import type { RunPart } from '../graph/part-of-run.ts'
import { isAnyActive } from '../graph/toggle-active.ts'
import { menuStrings } from '../strings/menu-strings.ts'
import { CanvasMenu, type MenuActs, type MenuTarget } from './canvas-menu.tsx'

interface Place {
  x: number
  y: number
}

/** The acts of the canvas that have keys. */
export type CanvasActs = Omit<MenuActs, 'addNote' | 'resize' | 'run' | 'copy' | 'paste'> & {
  addNote: (at?: Place) => void
  paste: (text: string, at: Place) => void
  runPart: (part: RunPart, nodeId: string) => void
}

function centreOf(element: Element): Place {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

/** Opens the menu of a node, a connection or the canvas by right click, the menu key or Shift+F10. */
export function useCanvasMenu(given: CanvasActs) {
  const { editor } = useEditorContext()
  const flow = useReactFlow()
  const [at, setAt] = useState<Place>()
  const { draft, selection } = editor.use()
  const graph = draft.history.present
  const [first = ''] = selection.nodes
  const target = ((): MenuTarget => {
    if (selection.connection !== undefined) return { kind: 'connection' }
    const active = isAnyActive(graph, selection.nodes)
    if (selection.nodes.size > 1) return { kind: 'nodes', isAnyActive: active }
    const node = findNode(graph, first)
    if (notesOf(graph).some(({ id }) => id === first)) return { kind: 'note' }
    if (!node) return { kind: 'canvas' }
    const hasOutput = outputsOf(node.data.definition).length > 0
    return { kind: 'node', isAnyActive: active, hasOutput }
  })()

  const open = (element: Element, place: Place) => {
    const node = element.closest<HTMLElement>('.react-flow__node')?.dataset.id
    const connection = element.closest<HTMLElement>('.react-flow__edge')?.dataset.id
    if (node !== undefined) {
      if (!selection.nodes.has(node)) editor.select(selectOnly(node))
    } else if (connection !== undefined) editor.select({ ...NOTHING, connection })
    else if (!element.closest('.react-flow__nodesselection')) editor.select(NOTHING)
    setAt(place)
  }
  const onContextMenu = (event: MouseEvent) => {
    const { target: element } = event
    if (!(element instanceof Element) || isTyping(element)) return
    // Selected text of a result is copied with the browser's own menu.
    if (element.closest('.react-flow__panel') || !document.getSelection()?.isCollapsed) return
    event.preventDefault()
    open(element, { x: event.clientX, y: event.clientY })
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
    const canvas = document.querySelector('[data-canvas]')
    if (!isMenuKey || !canvas || isTyping(event.target)) return
    const focused = document.activeElement ?? document.body
    if (focused !== document.body && !canvas.contains(focused)) return
    event.preventDefault()
    const element = focused.closest('.react-flow__node, .react-flow__edge')
    open(element ?? canvas, centreOf(element ?? canvas))
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])

  /** An act that takes the focus runs after the menu has returned it to the canvas. */
  const next = useRef<() => void>(undefined)
  const afterwards = (act: () => void) => () => {
    next.current = act
  }
  const leave = () => {
    const id = selection.connection ?? first
    const name = selection.connection === undefined ? 'node' : 'edge'
    if (id !== '') {
      const found = `.react-flow__${name}[data-id="${CSS.escape(id)}"]`
      document.querySelector<HTMLElement>(found)?.focus()
    }
    next.current?.()
    next.current = undefined
  }
  const spot = () => flow.screenToFlowPosition(at ?? { x: 0, y: 0 })
  const paste = async (place: Place) => {
    try {
      given.paste(await navigator.clipboard.readText(), place)
    } catch {
      showToast({ title: menuStrings.pasteFailed(modKey('V')) })
    }
  }
  const addNode = () => {
    if (target.kind === 'canvas') editor.place({ kind: 'at', position: spot() })
    next.current = given.addNode
  }
  const acts: MenuActs = {
    ...given,
    rename: afterwards(given.rename),
    resize: afterwards(() => {
      const resizer = `.react-flow__node[data-id="${CSS.escape(first)}"] [data-note-resizer]`
      document.querySelector<HTMLElement>(resizer)?.focus()
    }),
    addNode,
    addNote: () => {
      const place = spot()
      next.current = () => given.addNote(place)
    },
    run: (part) => given.runPart(part, first),
    copy: afterwards(() => document.execCommand('copy')),
    paste: () => void paste(spot()),
    find: afterwards(given.find),
  }
  const menu = (
    <CanvasMenu {...{ target, at, acts }} onClose={() => setAt(undefined)} onLeave={leave} />
  )
  return { onContextMenu, menu }
}
