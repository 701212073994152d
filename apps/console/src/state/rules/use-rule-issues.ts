import { type CheckInput, type Issue, parse, readRule } from '@plinth/expression'
import { useEffect, useMemo, useState } from 'react'

const NONE: readonly Issue[] = []
const TYPING_PAUSE_MS = 400

/** Issues of a rule, shown once typing pauses; `isOpen` accepts unknown columns. */
export function useRuleIssues(
  rule: string,
  { ground, isOpen }: { ground: CheckInput; isOpen: boolean },
) {
  const issues = useMemo(() => {
    const result = isOpen ? parse(rule) : readRule(rule, ground)
    return result.ok ? NONE : result.issues
  }, [rule, ground, isOpen])
  const [shown, setShown] = useState(issues)
  useEffect(() => {
    if (issues.length === 0) return setShown(NONE)
    const timer = setTimeout(() => setShown(issues), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [issues])
  return shown
}
