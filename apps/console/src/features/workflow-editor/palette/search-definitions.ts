import type { NodeDefinition } from '@plinth/contract'

export type DefinitionGroups = Readonly<Record<string, readonly NodeDefinition[]>>

/** Other search terms for a node type. */
const SYNONYMS: Readonly<Record<string, string>> = {
  chatgpt: 'ai llm openai gpt model prompt',
  javascript: 'code script function js transform',
  'sql-query': 'postgres mysql select query',
  merge: 'join combine branches',
  email: 'mail smtp send message',
  http_request: 'api rest fetch curl web url call',
  slack: 'chat message channel notify',
  database: 'table row record crud',
  conditional: 'if else branch condition filter',
  set: 'edit fields transform map assign',
  switch: 'case route branch',
  loop: 'each for repeat iterate items batch',
  approval: 'approve reject human review decision confirm inbox',
  wait: 'sleep delay pause timer',
  'sub-workflow': 'call child workflow execute',
  respond: 'answer reply response return',
  'trigger-manual': 'start button click test',
  'trigger-webhook': 'start http endpoint hook',
  'trigger-schedule': 'start cron timer interval',
  'trigger-row': 'start table created updated deleted event',
  'trigger-workflow': 'start called sub',
  'trigger-error': 'start failure catch',
}

/** Lower is better: name prefix, name, synonyms, then description. Undefined if nothing matches. */
function rankOf(definition: NodeDefinition, text: string): number | undefined {
  const name = definition.display_name.toLowerCase()
  if (name.startsWith(text)) return 0
  if (name.includes(text) || definition.name.includes(text)) return 1
  if (SYNONYMS[definition.name]?.split(' ').some((word) => word.startsWith(text))) return 2
  if (definition.description.toLowerCase().includes(text)) return 3
  return undefined
}

/** Groups with matching definitions; empty groups are left out. */
export function searchDefinitions(groups: DefinitionGroups, search: string): DefinitionGroups {
  const text = search.trim().toLowerCase()
  if (text === '') return groups
  const found = Object.entries(groups).map(([category, definitions]) => {
    const ranked = definitions.flatMap((definition) => {
      const rank = rankOf(definition, text)
      return rank === undefined ? [] : [{ definition, rank }]
    })
    ranked.sort((one, other) => one.rank - other.rank)
    return {
      category,
      best: ranked[0]?.rank ?? 9,
      definitions: ranked.map(({ definition }) => definition),
    }
  })
  found.sort((one, other) => one.best - other.best)
  return Object.fromEntries(
    found
      .filter(({ definitions }) => definitions.length > 0)
      .map(({ category, definitions }) => [category, definitions]),
  )
}
