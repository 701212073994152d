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

/** The items replace the text from..to, which is the word that the caret touches. */
export type Completion = {
  readonly from: number
  readonly to: number
  readonly items: readonly CompletionItem[]
}
