/** The last commit whose `plinth export` reads what builds before the first release stored. */
export const LAST_EXPORTING_COMMIT = 'f091ca4'

/** One sentence for the operator: what cannot be opened, and how to get the data out. */
export function formatEarlierBuild(what: string): string {
  return (
    `${what} was made by a build before the first release, which this build cannot open: ` +
    `export its projects with \`plinth export\` of commit ${LAST_EXPORTING_COMMIT}, then start with an empty one.`
  )
}
