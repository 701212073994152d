/** A press on a toast is no press beside the dialog. */
export function ignoreToastPress(event: Event) {
  if (event.target instanceof Element && event.target.closest('[data-toast]')) {
    event.preventDefault()
  }
}
