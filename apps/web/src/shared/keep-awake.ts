import { listenTo } from './signal.ts';

/**
 * Keeps the screen on as long as it is called with true and the page is visible; browsers allow it over https only. To be created
 * once: it follows the page's visibility from then on.
 */
export function createKeepAwake() {
  let isWanted = false;
  let lock: WakeLockSentinel | null = null;

  async function follow() {
    if (!isWanted) {
      await lock?.release();
      lock = null;
    } else if (!lock || lock.released) {
      // Rejected when the battery is low or the page is hidden; the screen then turns off as usual.
      lock = (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null;
      if (!isWanted) await lock?.release();
    }
  }
  listenTo(document, 'visibilitychange', () => {
    if (document.visibilityState === 'visible') void follow();
  });
  return (isBusy: boolean): void => {
    if (isBusy === isWanted) return;
    isWanted = isBusy;
    void follow();
  };
}
