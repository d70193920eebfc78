import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { NOT_SELECTING } from './selection.ts';
import { createSelectionStore, forgetSavedSelections, type SelectionStore } from './selection-store.ts';

/** Selections outlive their screens, as photos do, while the customer stays in the library. */
const stores = new WeakMap<QueryClient, Map<string, SelectionStore>>();

/** The selection of a view, in whichever order its photos are shown. */
export function selectionStoreOf(client: QueryClient, view: string): SelectionStore {
  const ofClient = stores.get(client) ?? new Map<string, SelectionStore>();
  stores.set(client, ofClient);
  const store = ofClient.get(view) ?? createSelectionStore(view);
  ofClient.set(view, store);
  return store;
}

/**
 * Ends selecting in every view once the customer leaves the library, or signs out: on return, a press should open a photo.
 * Previews are part of the library, a reload restores the selection, and so does the way back from an editor [PRT-10]; in the
 * demo shop, the order ends it.
 */
export function useClearSelectionsOnLeave(): void {
  const client = useQueryClient();
  const isInLibrary = useLocation({ select: ({ pathname }) => HAS_SELECTIONS.test(pathname) });
  useEffect(() => {
    if (isInLibrary) return;
    for (const store of stores.get(client)?.values() ?? []) store.setState({ selection: NOT_SELECTING });
    forgetSavedSelections();
  }, [client, isInLibrary]);
}

/** Sign-in returns to where it began. */
const HAS_SELECTIONS = /^\/(my-photos|signed-in|demo-shop(?!\/ordered))(\/|$)/;
