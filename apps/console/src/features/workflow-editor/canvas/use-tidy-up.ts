import type { Connection } from '@plinth/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { logFailure } from '../../../api/log-failure.ts'
import type { Editor } from '../editor/create-editor.ts'
import type { Results } from '../execution/execution.ts'
import { type Graph, moveNodes } from '../graph/graph.ts'
import { outputsOf } from '../graph/handles.ts'
import type { NodePositions, Outline } from '../graph/layout-graph.ts'
import { heightOf } from './flow-nodes.ts'

const ANIMATION_MS = 250

/** Height of a result box and its margin. */
const RESULT_HEIGHT = 208

interface TidyUpOptions {
  /** Size of the visible canvas in pixels. */
  viewSize: () => Outline['view']
  editor: Editor
  results: Results
  onDone: () => void
}

/** The connections of each node in the order of its outputs. */
function byOutput({ nodes, connections }: Graph): Outline['connections'] {
  const outputs = new Map(nodes.map(({ id, data }) => [id, outputsOf(data.definition)]))
  const orderOf = ({ source, sourceHandle }: Connection) =>
    outputs.get(source)?.findIndex(({ id }) => id === sourceHandle) ?? 0
  return connections
    .toSorted((one, other) => orderOf(one) - orderOf(other))
    .map(({ id, source, target }) => ({ id, source, target }))
}

/** Lays out all nodes in a web worker, as one undo step. */
export function useTidyUp({ editor, results, viewSize, onDone }: TidyUpOptions) {
  const [isArranging, setArranging] = useState(false)
  const worker = useRef<Worker>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      worker.current?.terminate()
      clearTimeout(timer.current)
    },
    [],
  )
  const tidyUp = useCallback(() => {
    const { nodes, connections } = editor.content()
    if (nodes.length === 0 || worker.current) return
    const helper = new Worker(new URL('../graph/layout-worker.ts', import.meta.url), {
      type: 'module',
    })
    worker.current = helper
    const end = () => {
      helper.terminate()
      worker.current = undefined
    }
    helper.addEventListener('error', (event) => {
      logFailure('Arranging the nodes', event.message)
      end()
    })
    helper.addEventListener('message', ({ data }: MessageEvent<NodePositions>) => {
      end()
      setArranging(true)
      editor.edit((content) => moveNodes(content, data))
      timer.current = setTimeout(() => {
        setArranging(false)
        onDone()
      }, ANIMATION_MS)
    })
    const outline: Outline = {
      nodes: nodes.map((node) => {
        const hasResult = Object.hasOwn(results, node.data.label)
        return { id: node.id, height: heightOf(node) + (hasResult ? RESULT_HEIGHT : 0) }
      }),
      connections: byOutput({ nodes, connections }),
      view: viewSize(),
    }
    helper.postMessage(outline)
  }, [editor, results, viewSize, onDone])
  return { tidyUp, isArranging }
}
