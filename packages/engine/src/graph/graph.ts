import type { Json } from '../node/json.ts'

/** A node as a run needs it: without what only the canvas draws. */
export interface GraphNode {
  id: string
  kind: string
  label: string
  active: boolean
  parameters: { [name: string]: Json }
  credentials: { [name: string]: string }
  /** What stands for its result in this run. */
  pinned?: Json
}

/** A connection with its handles written out. */
export interface Wire {
  source: string
  output: string
  target: string
  input: string
}

export interface Graph {
  nodes: GraphNode[]
  wires: Wire[]
}

export interface GraphIssue {
  path: string
  message: string
}
