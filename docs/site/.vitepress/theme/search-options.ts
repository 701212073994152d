/** Words of questions that say nothing about the answer. */
const STOP_WORDS = new Set(
  (
    'a an and are as at be by can do does for from get have how i in into is it make me much my need not of on ' +
    'or set should some that the their this to use want what when where which who why will with you your'
  ).split(' '),
)

/** What people search for, and the words of these pages for it. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  browser: ['origin', 'origins', 'client'],
  column: ['field'],
  columns: ['fields'],
  cors: ['origin', 'origins'],
  cron: ['schedule', 'schedules'],
  daily: ['schedule', 'schedules'],
  every: ['schedule', 'schedules'],
  https: ['tls'],
  login: ['sign'],
  migrate: ['sync'],
  migration: ['sync'],
  paginate: ['page', 'paging'],
  pagination: ['page', 'paging'],
  permission: ['rule', 'rules', 'role'],
  permissions: ['rules', 'roles'],
  policy: ['rule', 'rules'],
  private: ['own', 'owner', 'rules'],
  ram: ['memory'],
  signature: ['signed', 'sign'],
  size: ['sizing'],
  ssl: ['tls'],
  user: ['people', 'users'],
}

/** Pages that mention everything rank below pages that explain one thing. */
const GENERAL = /^\/docs\/(contributing|architecture|glossary|guarantees|threat-model|checks)\b/
const FOR_CONTRIBUTORS = /^\/docs\/contribute\//

/** The options of the search, for questions in a person's own words. Functions cannot be in the configuration. */
export const searchOptions = {
  boost: { title: 6, titles: 3, text: 1 },
  fuzzy: (term: string) => (term.length > 4 ? 0.2 : false),
  prefix: (term: string) => term.length > 2,
  processTerm: (term: string): string[] | null => {
    const word = term.toLowerCase()
    if (STOP_WORDS.has(word)) return null
    return [word, ...(SYNONYMS[word] ?? [])]
  },
  boostDocument: (id: string): number => {
    if (GENERAL.test(id)) return 0.3
    return FOR_CONTRIBUTORS.test(id) ? 0.4 : 1
  },
}
