import { createStore } from 'zustand/vanilla';

/** The photo a preview showed last, by view: what the view brings into sight and focuses when it is back. */
const store = createStore<{ photoIds: ReadonlyMap<string, string> }>(() => ({ photoIds: new Map() }));

/** Tells a view which photo its preview shows now. `view` is the name its photos are kept under, as 'timeline'. */
export function rememberViewed(view: string, photoId: string): void {
  store.setState(({ photoIds }) => ({ photoIds: new Map(photoIds).set(view, photoId) }));
}

/** The photo last viewed; asked for once. */
export function takeViewed(view: string): string | undefined {
  const { photoIds } = store.getState();
  const photoId = photoIds.get(view);
  const rest = new Map(photoIds);
  rest.delete(view);
  store.setState({ photoIds: rest });
  return photoId;
}
