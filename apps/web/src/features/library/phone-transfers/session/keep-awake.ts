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
