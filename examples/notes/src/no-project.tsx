/** Shown if the app is started before its project was created. */
export function NoProject() {
  return (
    <main>
      <div className="card narrow">
        <h1>No project yet</h1>
        <p>
          Make one with <code>npm run create-project</code>; this page then loads again by itself.
        </p>
      </div>
    </main>
  )
}
