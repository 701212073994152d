const MIN_SENTENCE = 40

/** An entry of a reference page. */
export interface Entry {
  name: string
  /** What the page says about it. */
  meaning: string
}

/** Names without an entry, entries without a name in the source, and entries with too little or repeated text. */
export function findUndocumented(entries: readonly Entry[], names: Iterable<string>): string[] {
  const known = new Set(names)
  const listed = entries.map(({ name }) => name)
  const meanings = entries.map(({ meaning }) => meaning)
  return [
    ...[...known].filter((name) => !listed.includes(name)).map((name) => `${name} is missing`),
    ...entries.flatMap(({ name, meaning }, at) => {
      if (!known.has(name)) return [`${name} is unknown`]
      if (listed.indexOf(name) !== at) return [`${name} is listed twice`]
      if (meaning.length < MIN_SENTENCE) return [`${name} has no sentence`]
      return meanings.indexOf(meaning) === meanings.lastIndexOf(meaning)
        ? []
        : [`${name} repeats the sentence of another`]
    }),
  ]
}
