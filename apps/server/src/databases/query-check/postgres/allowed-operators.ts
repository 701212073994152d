/**
 * Built-in operators that compute from their operands. `operator(schema.name)` is refused even for these,
 * because a schema of an adopted database can hold operators of its own.
 */
const GROUPS: readonly { readonly reason: string; readonly names: string }[] = [
  { reason: 'Comparisons.', names: '= <> != < > <= >=' },
  { reason: 'Arithmetic and bits.', names: '+ - * / % ^ |/ ||/ @ & | # ~ << >>' },
  { reason: 'Texts and patterns.', names: '|| ~~ !~~ ~~* !~~* ~* !~ !~* ^@' },
  { reason: 'Documents.', names: '-> ->> #> #>> @> <@ ? ?| ?& #- @? @@' },
  {
    reason: 'Arrays, ranges, geometry and text search.',
    names: '&& &< &> -|- <-> @@@ !! <<= >>= ~= ## ?- ?# ?-| ?|| <<| |>> &<| |&> <^ >^',
  },
]

export const ALLOWED_OPERATORS: ReadonlySet<string> = new Set(
  GROUPS.flatMap(({ names }) => names.split(' ')),
)
