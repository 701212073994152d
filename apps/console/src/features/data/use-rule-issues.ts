import { type CheckInput, type Issue, parse, readRule } from '@plinth/expression'
import { useEffect, useMemo, useState } from 'react'

const NONE: readonly Issue[] = []
const TYPING_PAUSE_MS = 400

/** What is wrong with a rule, told once the typing pauses; `isOpen` leaves unknown columns be. */
export function useRuleIssues(
  rule: string,
  { ground, isOpen }: { ground: CheckInput; isOpen: boolean },
) {
  const issues = useMemo(() => {
    const result = isOpen ? parse(rule) : readRule(rule, ground)
    return result.ok ? NONE : result.issues
  }, [rule, ground, isOpen])
  const [told, setTold] = useState(issues)
  useEffect(() => {
    if (issues.length === 0) return setTold(NONE)
    const timer = setTimeout(() => setTold(issues), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [issues])
  return told
}
