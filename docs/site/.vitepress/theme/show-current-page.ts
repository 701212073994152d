/** Scrolls the sidebar to the current page, which may be far below its first groups. */
export function showCurrentPage(): void {
  const sidebar = document.querySelector('.VPSidebar')
  const link = sidebar?.querySelector(`a[href="${location.pathname}"]`)
  if (!sidebar || !link) return
  const { top, bottom } = link.getBoundingClientRect()
  const place = sidebar.getBoundingClientRect()
  if (top >= place.top && bottom <= place.bottom) return
  sidebar.scrollTop += top - place.top - place.height / 2
}
