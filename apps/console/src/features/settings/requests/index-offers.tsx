import type { IndexOffer } from '@plinth/contract'
import { Plus } from 'lucide-react'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { isOpenOffer, useIndexOffers } from '../../../state/index-offers.ts'
import { Button } from '../../../ui/primitives/button.tsx'
import { useAddIndex } from './add-index.ts'
import type { FieldNames } from './request-columns.tsx'
import { LIVE_MS } from './request-queries.ts'
import { requestStrings } from './strings.ts'

const words = requestStrings.offers

/** Suggested indexes from slow requests; each can be added to the draft. */
export function IndexOffers({ fields }: { fields: FieldNames }) {
  const { new_configuration: draft } = useCurrentProject().configuration
  const offers = useIndexOffers(LIVE_MS).filter((offer) => isOpenOffer(draft, offer))
  const adding = useAddIndex()
  const add = (offer: IndexOffer) => {
    if (adding.isPending) return
    // The button disappears with its suggestion, so focus moves to the main element.
    adding.mutate(offer, { onSuccess: () => document.querySelector('main')?.focus() })
  }
  if (offers.length === 0) return null
  return (
    <section
      aria-label={words.title}
      className="mb-3 rounded-xl border bg-surface px-4 pt-3 pb-2 shadow-1"
    >
      <h3 className="text-sm font-semibold">{words.title}</h3>
      <p className="text-xs text-fg-2">{words.text}</p>
      <ul aria-label={words.list} className="mt-1 divide-y">
        {offers.map((offer) => {
          const named = offer.columns.map((id) => fields.get(id) ?? id).join(', ')
          return (
            <li
              key={`${offer.environment} ${offer.tableId} ${named}`}
              className="flex items-center gap-3 py-1.5"
            >
              <span className="min-w-0 flex-1 truncate text-sm">
                <span className="font-medium">{offer.table}</span>{' '}
                <span className="px-1.5 font-mono text-xs">{named}</span>{' '}
                <span className="text-xs text-fg-2">
                  {words.item(offer.requests, offer.environment)}
                </span>
              </span>
              <Button
                size="sm"
                aria-label={words.addTo(offer.table, named)}
                busy={adding.isPending && adding.variables === offer}
                onClick={() => add(offer)}
              >
                <Plus aria-hidden="true" />
                {words.add}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
