import type { PromotionPlan } from '@plinth/contract'
import { StatusPill } from '../../ui/primitives/status-pill.tsx'
import { planStrings as strings } from './plan-strings.ts'

interface PromotionSectionProps {
  promotions: PromotionPlan | undefined
  /** Names of the production credentials to overwrite. */
  ticked: ReadonlySet<string>
  onTick: (name: string, on: boolean) => void
}

const rowStyle = 'flex min-h-9 items-center gap-3 border-b border-line px-3 text-sm last:border-b-0'

function Overwrite({
  name,
  ticked,
  onTick,
}: { name: string } & Omit<PromotionSectionProps, 'promotions'>) {
  return (
    <label className="ml-auto flex items-center gap-2 text-xs text-fg-2">
      <input
        type="checkbox"
        checked={ticked.has(name)}
        onChange={(event) => onTick(name, event.target.checked)}
        className="size-3.5 accent-accent"
      />
      {strings.overwrite(name)}
    </label>
  )
}

/** Workflows and credentials included in a deploy; a production credential is overwritten only if it is ticked. */
export function PromotionSection({ promotions, ticked, onTick }: PromotionSectionProps) {
  if (!promotions) return null
  const { workflows, credentials } = promotions
  if (workflows.length + credentials.length === 0) return null
  return (
    <section aria-label={strings.promotions} className="mb-4">
      <h3 className="text-sm font-semibold">{strings.promotions}</h3>
      <ul className="mt-2 rounded-xl border border-line">
        {workflows.map(({ name, change }) => (
          <li key={`workflow ${name}`} className={rowStyle}>
            <StatusPill tone={change === 'create' ? 'good' : 'pending'}>
              {strings.changes[change]}
            </StatusPill>
            {strings.workflow(name)}
          </li>
        ))}
        {credentials.map(({ name, type, change }) => (
          <li key={`credential ${name}`} className={rowStyle}>
            <StatusPill tone={change === 'create' ? 'good' : 'neutral'}>
              {change === 'overwrite' && ticked.has(name)
                ? strings.changes.update
                : strings.changes[change]}
            </StatusPill>
            {strings.credential(name, type)}
            {change === 'overwrite' ? (
              <Overwrite name={name} ticked={ticked} onTick={onTick} />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
