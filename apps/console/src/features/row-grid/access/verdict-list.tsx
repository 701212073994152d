import type { Explanation } from '@plinth/contract'
import { MarkedRule } from '../../../state/rules/marked-rule.tsx'
import { cn } from '../../../ui/primitives/cn.ts'
import { accessStrings as strings } from '../strings/access-strings.ts'

const TONES: Record<Explanation['verdict'], string> = {
  allowed: 'bg-accent-soft text-accent-text',
  denied: 'bg-danger-soft text-danger-text',
  locked: 'bg-slate-soft text-slate-text',
  broken: 'bg-danger-soft text-danger-text',
}

function Verdict({ explanation }: { explanation: Explanation }) {
  const { operation, verdict, rule, clause, message } = explanation
  return (
    <li className="flex items-start gap-3 border-b px-3 py-2 last:border-b-0">
      <span className="w-14 shrink-0 text-sm leading-5 font-medium">
        {strings.operations[operation]}
      </span>
      <span
        className={cn(
          'w-20 shrink-0 rounded-sm text-center text-2xs leading-5 font-medium',
          TONES[verdict],
        )}
      >
        {strings.verdicts[verdict]}
      </span>
      <div className="min-w-0 flex-1">
        {verdict === 'locked' ? (
          <span className="text-xs leading-5 text-fg-3">{strings.empty}</span>
        ) : (
          <MarkedRule rule={rule} clause={clause} tone={verdict === 'allowed' ? 'good' : 'bad'} />
        )}
        {verdict === 'broken' ? <p className="text-xs text-danger-text">{message}</p> : null}
      </div>
    </li>
  )
}

/** The result of each rule, with the deciding clause highlighted. */
export function VerdictList({ explanations }: { explanations: readonly Explanation[] }) {
  return (
    <ul aria-label={strings.results} className="rounded-lg border">
      {explanations.map((explanation) => (
        <Verdict key={explanation.operation} explanation={explanation} />
      ))}
    </ul>
  )
}
