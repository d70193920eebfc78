/** Hidden for longer, a page's requests may be dead though nobody says so, in milliseconds. */
const ASLEEP_MS = 5_000;

type Watch = {
  /** The page is seen again after the phone slept, or the network is back. */
  onWake: () => void;
  onOffline: () => void;
};

/** Tells when a locked phone is unlocked and when the network goes and comes. */
export function watchPage({ onWake, onOffline }: Watch): void {
  let hiddenAt: number | null = null;
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') {
      hiddenAt = Date.now();
      return;
    }
    if (hiddenAt !== null && Date.now() - hiddenAt >= ASLEEP_MS) onWake();
    hiddenAt = null;
  });
  // A page that comes back from the browser's memory was frozen.
  window.addEventListener('pageshow', (event) => event.persisted && onWake());
  window.addEventListener('online', onWake);
  window.addEventListener('offline', onOffline);
}
