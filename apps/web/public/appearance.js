// Light or dark stands on the page before anything is drawn: what was chosen on this device, else what the device asks for.
// The app goes on from there; the key is that of its component library.
let chosen = null;
try {
  chosen = localStorage.getItem('mantine-color-scheme-value');
} catch {
  // Nothing can be kept here.
}
const isChosen = chosen === 'light' || chosen === 'dark';
const asked = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
document.documentElement.setAttribute('data-mantine-color-scheme', isChosen ? chosen : asked);
if (isChosen) {
  for (const bar of document.querySelectorAll('meta[name=theme-color]')) {
    bar.media = bar.media.includes(chosen) ? 'all' : 'not all';
  }
  // The logo of the page as it comes, until the app draws its own.
  document.addEventListener('DOMContentLoaded', () => {
    for (const logo of document.querySelectorAll('.start-bar source')) {
      logo.media = chosen === 'dark' ? 'all' : 'not all';
    }
  });
}
