/** Shows light or dark as the system asks, as the library does for the app's own pages. */
export function followScheme(page: HTMLElement): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const apply = () => page.setAttribute('data-mantine-color-scheme', dark.matches ? 'dark' : 'light');
  dark.addEventListener('change', apply);
  apply();
}
