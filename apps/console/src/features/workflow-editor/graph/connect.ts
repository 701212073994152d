import type { Connection, NodeDefinition } from '@plinth/contract'
import { findNode, type Graph } from './graph.ts'
import { findHandle, type HandleShape, inputsOf, outputsOf } from './handles.ts'

/** The ends of a new connection. */
export type Ends = Omit<Connection, 'id'>

function sameEnds(one: Ends, other: Ends): boolean {
  return (
    one.source === other.source &&
    one.target === other.target &&
    one.sourceHandle === other.sourceHandle &&
    one.targetHandle === other.targetHandle
  )
}

/** Ends must have the same connection type, belong to different nodes and not be connected yet. */
export function mayConnect(graph: Graph, ends: Ends): boolean {
  const source = findNode(graph, ends.source)
  const target = findNode(graph, ends.target)
  if (!source || !target || source === target) return false
  const output = findHandle(outputsOf(source.data.definition), ends.sourceHandle)
  const input = findHandle(inputsOf(target.data.definition), ends.targetHandle)
  if (!output || !input || output.family !== input.family) return false
  return !graph.connections.some((one) => sameEnds(one, ends))
}

export function newConnectionId(taken: ReadonlySet<string>, { source, target }: Ends): string {
  let number = 1
  while (taken.has(`${source}-${target}-${number}`)) number += 1
  return `${source}-${target}-${number}`
}

/** Adds a connection; returns the graph unchanged if it is not allowed. */
export function connect<G extends Graph>(graph: G, ends: Ends): G {
  if (!mayConnect(graph, ends)) return graph
  const { source, target, sourceHandle, targetHandle } = ends
  const id = newConnectionId(new Set(graph.connections.map((one) => one.id)), ends)
  const connection = { id, source, target, sourceHandle, targetHandle }
  return { ...graph, connections: [...graph.connections, connection] }
}

/** First input of a node type that accepts an output's connection type. */
export function inputFor(
  definition: NodeDefinition,
  { family }: HandleShape,
): HandleShape | undefined {
  return inputsOf(definition).find((input) => input.family === family)
}

/** First output of a node type that an input accepts. */
export function outputFor(
  definition: NodeDefinition,
  { family }: HandleShape,
): HandleShape | undefined {
  return outputsOf(definition).find((output) => output.family === family)
}

/** Unconnected outputs of a node. */
export function openOutputs(graph: Graph, nodeId: string): HandleShape[] {
  const node = findNode(graph, nodeId)
  if (!node) return []
  const taken = new Set(
    graph.connections
      .filter(({ source }) => source === nodeId)
      .map(({ sourceHandle }) => sourceHandle),
  )
  return outputsOf(node.data.definition).filter(({ id }) => !taken.has(id))
}
