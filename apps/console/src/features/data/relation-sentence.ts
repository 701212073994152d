interface Relation {
  from: string
  to: string
  hasMultiple: boolean
  hasMultipleBack: boolean
}

/** A relation in words, told from both sides. */
export function relationSentence({ from, to, hasMultiple, hasMultipleBack }: Relation): string {
  const forth = `A row of ${from} points to ${hasMultiple ? 'several rows' : 'one row'} of ${to}`
  const back = `a row of ${to} to ${hasMultipleBack ? 'several rows' : 'one row'} of ${from}`
  return `${forth}, ${back}.`
}
