import type { ReactNode } from 'react'
import { Skeleton } from '../ui/primitives/skeleton.tsx'

const card = 'flex flex-col overflow-hidden rounded-xl border bg-surface shadow-1'
const LINES = [0, 1, 2, 3, 4, 5, 6, 7]

function Loading({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div role="status" aria-label="Loading" className={className}>
      <h1 className="sr-only">Loading</h1>
      {children}
    </div>
  )
}

function Lines({ count, className }: { count: number; className: string }) {
  return LINES.slice(0, count).map((line) => (
    <div key={line} className={className}>
      <Skeleton className="h-3 w-1/2" />
    </div>
  ))
}

/** Rows that are being loaded, in the height of the grid's rows. */
export function RowsSkeleton({ rowHeight }: { rowHeight: number }) {
  return LINES.map((line) => (
    <div
      key={line}
      style={{ height: rowHeight }}
      className="flex items-center gap-16 border-b pl-5"
    >
      <Skeleton className="h-3 w-3" />
      <Skeleton className="h-3 w-28" />
      <Skeleton className="h-3 w-40" />
      <Skeleton className="h-3 w-24" />
    </div>
  ))
}

/** The Data tab: toolbar, list of tables, grid. */
export function DataSkeleton() {
  return (
    <Loading className="flex h-full min-h-0 flex-col gap-3 p-3">
      <div className="flex h-8 shrink-0 items-center gap-3">
        <Skeleton className="h-8 w-40 rounded-md" />
        <Skeleton className="h-3 w-32" />
        <Skeleton className="ml-auto h-8 w-32 rounded-md" />
        <Skeleton className="h-8 w-40 rounded-md" />
      </div>
      <div className="flex min-h-0 flex-1 gap-3">
        <div data-skeleton="tables" className={`${card} w-62 shrink-0`}>
          <div className="flex h-11 shrink-0 items-center px-3.5">
            <Skeleton className="h-3 w-16" />
          </div>
          <div className="px-2 pb-2">
            <Skeleton className="h-7 w-full rounded-md" />
          </div>
          <Lines count={5} className="flex h-8 shrink-0 items-center px-4" />
        </div>
        <div data-skeleton="rows" className={`${card} min-w-0 flex-1`}>
          <div className="flex h-11 shrink-0 items-center border-b px-3.5">
            <Skeleton className="h-3 w-24" />
          </div>
          <div className="h-9 shrink-0 border-b bg-sunken" />
          <RowsSkeleton rowHeight={34} />
        </div>
      </div>
    </Loading>
  )
}

/** The SQL tab: saved queries, the query, its result. */
export function SqlSkeleton() {
  return (
    <Loading className="flex h-full min-h-0 gap-3 p-3">
      <div data-skeleton="queries" className={`${card} w-60 shrink-0`}>
        <div className="flex h-11 shrink-0 items-center border-b px-4">
          <Skeleton className="h-3 w-24" />
        </div>
        <Lines count={3} className="flex h-8 shrink-0 items-center px-4" />
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <div data-skeleton="query" className={`${card} h-65.5 shrink-0`}>
          <div className="flex h-12 shrink-0 items-center gap-1.5 px-2">
            <Skeleton className="h-8 w-20 rounded-md" />
            <Skeleton className="h-8 w-24 rounded-md" />
            <Skeleton className="ml-auto h-8 w-24 rounded-md" />
          </div>
          <Lines count={2} className="flex h-7 items-center px-4" />
        </div>
        <div data-skeleton="result" className={`${card} min-h-0 flex-1`}>
          <div className="flex h-11 shrink-0 items-center border-b px-4">
            <Skeleton className="h-3 w-16" />
          </div>
        </div>
      </div>
    </Loading>
  )
}

/** The workflow editor: palette, canvas, settings. */
export function EditorSkeleton() {
  return (
    <Loading className="flex h-full min-h-0">
      <div data-skeleton="palette" className="w-[17.65%] min-w-40 border-r bg-surface px-3 py-3">
        <Lines count={8} className="flex h-13 items-center" />
      </div>
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex h-12 shrink-0 items-center gap-3 border-b bg-surface px-3">
          <Skeleton className="h-8 w-56 rounded-md" />
          <Skeleton className="ml-auto h-8 w-36 rounded-md" />
        </div>
        <div className="min-h-0 flex-1 bg-sunken" />
      </div>
      <div data-skeleton="settings" className="w-[23.53%] min-w-55 border-l bg-surface px-4 py-4">
        <Lines count={4} className="flex h-13 items-center" />
      </div>
    </Loading>
  )
}

/** The settings: side menu and one section. */
export function SettingsSkeleton() {
  return (
    <Loading className="flex h-full">
      <div data-skeleton="menu" className="w-52 shrink-0 border-r bg-surface px-3 py-4">
        <Lines count={8} className="flex h-8 items-center px-2.5" />
      </div>
      <ListPart />
    </Loading>
  )
}

function ListPart() {
  return (
    <div className="mx-auto w-full max-w-280 px-8 pt-8">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="mt-2 h-3 w-80" />
      <div className={`${card} mt-5`}>
        <Lines count={5} className="flex h-13 items-center border-b px-4 last:border-b-0" />
      </div>
    </div>
  )
}

/** A list below its heading. */
export function ListSkeleton() {
  return (
    <Loading className="h-full">
      <ListPart />
    </Loading>
  )
}
