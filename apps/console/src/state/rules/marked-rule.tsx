import { cn } from '../../ui/primitives/cn.ts'

interface MarkedRuleProps {
  rule: string
  /** The clause that decided the result. */
  clause: { from: number; to: number } | null
  tone: 'good' | 'bad'
}

/** The text of a rule with the deciding clause highlighted. */
export function MarkedRule({ rule, clause, tone }: MarkedRuleProps) {
  const { from, to } = clause ?? { from: 0, to: 0 }
  return (
    <code className="block text-xs leading-5 break-words whitespace-pre-wrap text-fg-2">
      {rule.slice(0, from)}
      {clause ? (
        <mark
          className={cn(
            'rounded-sm px-0.5 font-medium',
            tone === 'good' ? 'bg-accent-soft text-accent-text' : 'bg-danger-soft text-danger-text',
          )}
        >
          {rule.slice(from, to)}
        </mark>
      ) : null}
      {rule.slice(to)}
    </code>
  )
}
