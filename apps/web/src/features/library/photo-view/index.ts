export { shortcutsDialog } from './grid-shortcuts.ts';
export { type ChosenPhotos, type PhotoAction, usePreparedActions } from './photo-action.ts';
export { PhotoView } from './photo-view.tsx';
export { focusTile, rememberViewed } from './return-to-viewed.tsx';
export { visitKeyOf } from './scroll-memory.tsx';
export { Bar, type Selected, SelectionBar } from './selection-bar.tsx';
