// Sets light or dark before anything is drawn: the choice on this device, else the device's own setting. The app continues from
// it; the storage key is that of its component library.
let chosen = null;
try {
  chosen = localStorage.getItem('mantine-color-scheme-value');
} catch {
  // Storage is blocked.
}
const isChosen = chosen === 'light' || chosen === 'dark';
const asked = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
document.documentElement.setAttribute('data-mantine-color-scheme', isChosen ? chosen : asked);
if (isChosen) {
  for (const bar of document.querySelectorAll('meta[name=theme-color]')) {
    bar.media = bar.media.includes(chosen) ? 'all' : 'not all';
  }
  // Applies to the static logo until the app draws its own.
  document.addEventListener('DOMContentLoaded', () => {
    for (const logo of document.querySelectorAll('.start-bar source')) {
      logo.media = chosen === 'dark' ? 'all' : 'not all';
    }
  });
}

// A visit to a brand requested by name returns from sign-in, or is reloaded, without that name: the page has the logo and the icon
// of its host's brand, and the app knows better. The storage key is the app's.
let requested = null;
try {
  requested =
    new URLSearchParams(location.search).get('channel') ?? sessionStorage.getItem('keepsake.channel');
} catch {
  // Storage is blocked.
}
if (requested !== null && requested !== document.documentElement.dataset.channel) {
  document.documentElement.dataset.brand = 'unknown';
  document.querySelector('link[rel=icon]').href = 'data:,';
}
