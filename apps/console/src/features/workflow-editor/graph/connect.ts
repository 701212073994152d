import type { Connection, NodeDefinition } from '@plinth/contract'
import { findNode, type Graph } from './graph.ts'
import { findHandle, type HandleShape, inputsOf, outputsOf } from './handles.ts'

/** Two ends that somebody wants to join. */
export type Ends = Omit<Connection, 'id'>

function sameEnds(one: Ends, other: Ends): boolean {
  return (
    one.source === other.source &&
    one.target === other.target &&
    one.sourceHandle === other.sourceHandle &&
    one.targetHandle === other.targetHandle
  )
}

/** Only ends of one family connect, once, and never a node with itself. */
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

/** Joins two ends; where they may not be joined nothing changes. */
export function connect<G extends Graph>(graph: G, ends: Ends): G {
  if (!mayConnect(graph, ends)) return graph
  const { source, target, sourceHandle, targetHandle } = ends
  const id = newConnectionId(new Set(graph.connections.map((one) => one.id)), ends)
  const connection = { id, source, target, sourceHandle, targetHandle }
  return { ...graph, connections: [...graph.connections, connection] }
}

/** The first way into a kind of node for what comes out of an end. */
export function inputFor(
  definition: NodeDefinition,
  { family }: HandleShape,
): HandleShape | undefined {
  return inputsOf(definition).find((input) => input.family === family)
}

/** The first way out of a kind of node that fits into an end. */
export function outputFor(
  definition: NodeDefinition,
  { family }: HandleShape,
): HandleShape | undefined {
  return outputsOf(definition).find((output) => output.family === family)
}

/** The outputs of a node that lead nowhere yet. */
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
