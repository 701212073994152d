const OPEN = '## Unreleased\n'

/** Gives what is unreleased the heading of a release, below an empty section for what comes next. */
export function closeChangelog(text: string, { version, date }: { version: string; date: string }) {
  const at = text.indexOf(OPEN)
  if (at === -1) throw new Error('CHANGELOG.md has no section "Unreleased".')
  const rest = text.slice(at + OPEN.length)
  const section = rest.slice(0, rest.search(/^## /m) === -1 ? undefined : rest.search(/^## /m))
  if (section.trim() === '')
    throw new Error('CHANGELOG.md has nothing in its section "Unreleased".')
  return {
    text: `${text.slice(0, at)}${OPEN}\n## ${version} (${date})\n${rest}`,
    notes: section.trim(),
  }
}
