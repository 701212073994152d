import { STARTER_IDS, type StarterId } from '@plinth/schema'
import { ListChecks, Newspaper, Store } from 'lucide-react'
import { useId } from 'react'
import { starterStrings as strings } from './strings.ts'

const ICONS = { shop: Store, tasks: ListChecks, blog: Newspaper } as const

/** The starters of an empty project. */
export function StarterChoice({ onChoose }: { onChoose: (id: StarterId) => void }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-8 w-full max-w-180">
      <h2 id={id} className="text-xs font-medium text-fg-2">
        {strings.choose}
      </h2>
      <ul className="mt-2.5 grid gap-2.5 sm:grid-cols-3">
        {STARTER_IDS.map((starter) => {
          const Icon = ICONS[starter]
          const { name, text } = strings.starters[starter]
          return (
            <li key={starter}>
              <button
                type="button"
                onClick={() => onChoose(starter)}
                className="ring-control flex h-full w-full gap-2.5 rounded-lg border bg-surface px-3 py-2.5 text-left shadow-1 transition-colors duration-100 hover:bg-hover"
              >
                <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent-text" />
                <span className="min-w-0">
                  <span className="block text-sm font-medium">{name}</span>
                  <span className="block text-xs leading-5 text-fg-2">{text}</span>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
