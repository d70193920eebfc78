/** Texts by key, as a storage of the browser has them. */
export type TextStorage = {
  getItem: (key: string) => string | null;
  /** Whether the text outlasts the page. */
  setItem: (key: string, text: string) => boolean;
  removeItem: (key: string) => void;
  keys: () => string[];
};

/** A storage that may be full, or blocked as in some private windows: what it does not take lasts as long as the page. */
export function survivingStorage(open: () => Storage): TextStorage {
  const unsaved = new Map<string, string>();
  function attempt<Result>(use: (storage: Storage) => Result, otherwise: Result): Result {
    try {
      return use(open());
    } catch {
      return otherwise; // what that means is up to the caller
    }
  }
  return {
    getItem: (key) => unsaved.get(key) ?? attempt((storage) => storage.getItem(key), null),
    setItem(key, text) {
      unsaved.set(key, text);
      const isSaved = attempt((storage) => {
        storage.setItem(key, text);
        return true;
      }, false);
      return isSaved && unsaved.delete(key);
    },
    removeItem(key) {
      unsaved.delete(key);
      attempt((storage) => storage.removeItem(key), undefined);
    },
    keys: () => [...new Set([...unsaved.keys(), ...attempt((storage) => Object.keys(storage), [])])],
  };
}

/** What lasts for a visit, in one tab. */
export const visitStorage = survivingStorage(() => window.sessionStorage);

/** What lasts on this device, in all tabs. */
export const deviceStorage = survivingStorage(() => window.localStorage);
