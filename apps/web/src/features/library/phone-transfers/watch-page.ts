/** Requests of a page hidden for longer than this may have failed unnoticed, in milliseconds. */
const ASLEEP_MS = 5_000;

type Watch = {
  /** The page is visible again after the phone slept, or the network is back. */
  onWake: () => void;
  onOffline: () => void;
  /** The page is closed or left; if it returns, `onWake` is called. */
  onClose: () => void;
};

/** Calls back when a locked phone is unlocked, and when the network goes or returns. */
export function watchPage({ onWake, onOffline, onClose }: Watch): void {
  let hiddenAt: number | null = null;
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') {
      hiddenAt = Date.now();
      return;
    }
    if (hiddenAt !== null && Date.now() - hiddenAt >= ASLEEP_MS) onWake();
    hiddenAt = null;
  });
  // A page restored from the back/forward cache was frozen.
  window.addEventListener('pageshow', (event) => event.persisted && onWake());
  window.addEventListener('pagehide', onClose);
  window.addEventListener('online', onWake);
  window.addEventListener('offline', onOffline);
}
