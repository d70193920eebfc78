import { create } from 'zustand';

/** Whether photos can be added now: not while the whole library is being deleted. */
export const useAdding = create<{ isStopped: boolean }>(() => ({ isStopped: false }));
