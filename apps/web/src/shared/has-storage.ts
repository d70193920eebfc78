const PROBE = 'keepsake.probe';

/** Whether the browser lets this site store anything, without which nobody can sign in [COK-04]. */
export function isLocalStorageAvailable(storage: () => Storage = () => window.localStorage): boolean {
  try {
    storage().setItem(PROBE, PROBE);
    storage().removeItem(PROBE);
    return true;
  } catch {
    return false;
  }
}
