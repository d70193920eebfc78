import { create } from 'zustand';

type LegacyImportState = {
  /** Whether an import is running, as far as this page knows [ACT-03]. */
  isStarted: boolean;
  /** Whether this page has requested the import, which it does automatically once. */
  wasRequested: boolean;
  /** The last status that was handled. */
  lastStatus: string | null;
};

/** Kept while the customer leaves the photo section and returns. */
export const useLegacyImportState = create<LegacyImportState>(() => ({
  isStarted: false,
  wasRequested: false,
  lastStatus: null,
}));
