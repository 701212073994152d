import type { NodeDefinition } from '@plinth/contract'

type Config = NodeDefinition['connection_config']

export function handles(inputs: string[], outputs: string[]): Config {
  return { inputs: { types: inputs }, outputs: { types: outputs } }
}

export const ONE_TO_ONE: Config = handles(['input'], ['output'])
export const STARTS_A_RUN: Config = handles([], ['output'])
