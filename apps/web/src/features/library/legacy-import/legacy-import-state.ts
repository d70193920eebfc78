import { create } from 'zustand';

type ActivationState = {
  /** An import goes on, as far as this page knows [ACT-03]. */
  isStarted: boolean;
  /** The start was asked for once; what was given up is for the next visit. */
  wasAsked: boolean;
  /** The status before the last answer, wherever the customer was meanwhile. */
  lastStatus: string | null;
};

/** What outlives the photo section while the page stays open. */
export const useActivationState = create<ActivationState>(() => ({
  isStarted: false,
  wasAsked: false,
  lastStatus: null,
}));
