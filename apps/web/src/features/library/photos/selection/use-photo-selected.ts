import { useQueryClient } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { selectedIn, togglePhoto } from './selection.ts';
import { storeOf } from './use-selection.ts';

/** Where a photo is selected: in a view, in an order of it, in one of its sections. */
export type SelectionPlace = { view: string; sourceKey: string; section: string };

/** Whether one photo of a view is selected, and how to change that from beyond the view. */
export function usePhotoSelected({ view, sourceKey, section }: SelectionPlace, photoId: string) {
  const store = storeOf(useQueryClient(), view, sourceKey);
  const isSelected = useStore(store, ({ selection }) => selectedIn(selection, section).has(photoId));
  const toggle = () =>
    store.setState(({ selection }) => ({ selection: togglePhoto(selection, section, photoId) }));
  return { isSelected, toggle };
}
