/** The requests of a page that was hidden for longer may have died unnoticed, in milliseconds. */
const ASLEEP_MS = 5_000;

type Watch = {
  /** The page is seen again after the phone slept, or the network is back. */
  onWake: () => void;
  onOffline: () => void;
  /** The page is closed or left; it may come back, then it wakes. */
  onClose: () => void;
};

/** Calls back when a locked phone is unlocked, and when the network goes and comes. */
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
  // A page that comes back from the browser's memory was frozen.
  window.addEventListener('pageshow', (event) => event.persisted && onWake());
  window.addEventListener('pagehide', onClose);
  window.addEventListener('online', onWake);
  window.addEventListener('offline', onOffline);
}

/** Keeps the screen on while photos are sent and the page is seen; browsers allow it over https only. */
export function createKeepAwake() {
  let isWanted = false;
  let lock: WakeLockSentinel | null = null;

  async function follow() {
    if (!isWanted) {
      await lock?.release();
      lock = null;
    } else if (!lock || lock.released) {
      // Refused when the battery is low or the page is hidden; then the screen goes off as always.
      lock = (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null;
      if (!isWanted) await lock?.release();
    }
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void follow();
  });
  return (isBusy: boolean): void => {
    if (isBusy === isWanted) return;
    isWanted = isBusy;
    void follow();
  };
}
