import { Fact } from '../panel/fact.tsx'
import { usageStrings as strings } from './strings.ts'
import { useLiveUsage } from './usage-queries.ts'

const NUMBER = new Intl.NumberFormat('en-US')

/** The open streams of live tables, in the environment that is shown. */
export function LiveUsage() {
  const { data, isError } = useLiveUsage()
  const facts = [
    [strings.live.connections, data && NUMBER.format(data.connections)],
    [strings.live.subscriptions, data && NUMBER.format(data.subscriptions)],
    [strings.live.lag, data && strings.live.milliseconds(NUMBER.format(data.lagMilliseconds))],
  ] as const
  return (
    <section aria-label={strings.live.title} className="mt-6">
      <h3 className="text-sm font-semibold">{strings.live.title}</h3>
      <p className="mt-1 text-xs text-fg-2">
        {isError && !data ? strings.live.failed : strings.live.text}
      </p>
      <dl className="mt-3 grid grid-cols-3 gap-4">
        {facts.map(([label, value]) => (
          <Fact key={label} label={label}>
            {value ?? strings.noSource}
          </Fact>
        ))}
      </dl>
    </section>
  )
}
