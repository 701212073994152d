export const dialogOverlayStyle =
  'fixed inset-0 z-40 bg-overlay backdrop-blur-[1px] data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in'

/** Centred without a transform, so that what opens inside may stand over its edges. */
export const dialogStyle =
  'fixed inset-0 z-40 m-auto h-fit max-h-[calc(100vh-48px)] w-115 max-w-[calc(100vw-32px)] overflow-y-auto rounded-2xl bg-raised shadow-3 outline-none data-[state=closed]:animate-rise-out data-[state=open]:animate-rise-in'
