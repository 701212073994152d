import type { Span } from './issue.ts'

export type Operator = '=' | '!=' | '>' | '>=' | '<' | '<=' | '~' | '!~' | 'in' | '!in'

export const MODIFIERS = ['isset', 'changed', 'length', 'each', 'lower'] as const
export type Modifier = (typeof MODIFIERS)[number]

export const MACROS = [
  '@now',
  '@todayStart',
  '@todayEnd',
  '@monthStart',
  '@monthEnd',
  '@yearStart',
  '@yearEnd',
] as const
export type Macro = (typeof MACROS)[number]

export const ROOTS = ['@request', '@const', '@table'] as const

export type Root =
  | (Span & { readonly type: '@request' | '@const' })
  | (Span & { readonly type: '@table'; readonly table: string; readonly alias?: string })

/** A number is an index into a json array. */
export type Segment = Span & { readonly name: string | number }

export type PathNode = Span & {
  readonly type: 'path'
  readonly root?: Root
  readonly segments: readonly Segment[]
  readonly modifier?: Modifier
}

type ListNode = Span & { readonly type: 'list'; readonly items: readonly OperandNode[] }
export type CallNode = Span & {
  readonly type: 'call'
  readonly name: string
  readonly args: readonly OperandNode[]
}

export type OperandNode =
  | (Span & { readonly type: 'number'; readonly value: number })
  | (Span & { readonly type: 'text'; readonly value: string })
  | (Span & { readonly type: 'boolean'; readonly value: boolean })
  | (Span & { readonly type: 'null' })
  | (Span & { readonly type: 'macro'; readonly name: Macro })
  | ListNode
  | CallNode
  | PathNode

export type CompareNode = Span & {
  readonly type: 'compare'
  readonly operator: Operator
  /** Written with a leading `?`. */
  readonly isSome: boolean
  readonly left: OperandNode
  readonly right: OperandNode
}

export type Expression =
  | (Span & { readonly type: 'constant'; readonly value: boolean })
  | (Span & { readonly type: 'and' | 'or'; readonly items: readonly Expression[] })
  | (Span & { readonly type: 'not'; readonly item: Expression })
  | CompareNode
