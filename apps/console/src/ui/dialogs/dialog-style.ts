export const dialogOverlayStyle =
  'fixed inset-0 z-40 bg-overlay data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in'

/** Centred without a transform, so that popups inside can extend beyond its edges. */
export const dialogStyle =
  'fixed inset-0 z-40 m-auto h-fit max-h-[calc(100vh-48px)] w-115 max-w-[calc(100vw-32px)] scroll-pb-16 overflow-y-auto rounded-2xl bg-raised shadow-3 outline-none data-[state=closed]:animate-rise-out data-[state=open]:animate-rise-in'

/** Stays in view while a long dialog scrolls below it. */
export const dialogFooterStyle =
  'sticky bottom-0 z-10 mt-4.5 flex justify-end gap-2 rounded-b-2xl border-t bg-[color-mix(in_oklab,var(--sunken)_60%,var(--raised))] px-5 py-3'
