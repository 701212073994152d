export type CompletionKind =
  | 'table'
  | 'column'
  | 'request'
  | 'constant'
  | 'macro'
  | 'modifier'
  | 'operator'
  | 'function'
  | 'keyword'

export type CompletionItem = {
  readonly label: string
  readonly kind: CompletionKind
  readonly detail?: string
}

/** The items replace the range from..to, the word at the caret. */
export type Completion = {
  readonly from: number
  readonly to: number
  readonly items: readonly CompletionItem[]
}
