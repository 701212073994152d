import type { Json } from '../node/json.ts'

/** A node as needed for execution, without its canvas data. */
export interface GraphNode {
  id: string
  kind: string
  label: string
  active: boolean
  parameters: { [name: string]: Json }
  credentials: { [name: string]: string }
  /** Output that replaces the node's execution in this run. */
  pinned?: Json
}

/** A connection with explicit handles. */
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
