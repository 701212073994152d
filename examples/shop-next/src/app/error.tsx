'use client'

/** Shown in place of a page that could not be rendered, for example while Plinth does not answer. */
export default function ErrorPage() {
  return (
    <div className="card narrow">
      <h1>Not available</h1>
      <p role="alert">The shop is not available at the moment. Try again later.</p>
    </div>
  )
}
