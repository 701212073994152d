import { type Configuration, listConstants, listEnvironments } from '@plinth/contract'
import { type RuleTestResult, runRuleTests } from '@plinth/expression'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { client } from '../../../api/client.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'

/** The constants of dev; fetched only if a tested rule uses one. */
function useRuleConstants(isNeeded: boolean) {
  const projectId = useCurrentProject().id
  return useQuery({
    queryKey: ['constants', projectId, 'dev'],
    queryFn: async ({ signal }) => {
      const [{ constants }, { environments }] = await Promise.all([
        client.call(listConstants, { params: { projectId }, signal }),
        client.call(listEnvironments, { params: { projectId }, signal }),
      ])
      const dev = environments.find(({ name }) => name === 'dev')
      return constants.filter(({ environment_id }) => environment_id === dev?.id)
    },
    enabled: isNeeded,
  }).data
}

const NONE: readonly RuleTestResult[] = []

/** The rule test results of a configuration or of one table; updated after every change. */
export function useRuleTests(
  configuration: Configuration,
  tableId?: string,
): readonly RuleTestResult[] {
  const tested = configuration.tables.filter(
    ({ id, tests }) => (tests?.length ?? 0) > 0 && (tableId === undefined || id === tableId),
  )
  const namesConstants = tested.some(({ rules }) =>
    Object.values(rules).some((rule) => rule.includes('@const')),
  )
  const constants = useRuleConstants(namesConstants)
  const isReady = tested.length > 0 && (!namesConstants || constants !== undefined)
  return useMemo(() => {
    if (!isReady) return NONE
    const spoken = (constants ?? []).map(({ key, secret, value }) =>
      secret ? { key, isSecret: true } : { key, value },
    )
    return runRuleTests(configuration, {
      now: Date.now(),
      constants: spoken,
      ...(tableId === undefined ? {} : { tableId }),
    })
  }, [configuration, tableId, constants, isReady])
}
