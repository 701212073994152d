export const dialogOverlayStyle =
  'fixed inset-0 z-40 bg-overlay backdrop-blur-[2px] data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in'

export const dialogStyle =
  'fixed top-1/2 left-1/2 z-40 max-h-[calc(100vh-48px)] w-115 max-w-[calc(100vw-32px)] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-2xl bg-raised shadow-3 outline-none data-[state=closed]:animate-rise-out data-[state=open]:animate-rise-in'
