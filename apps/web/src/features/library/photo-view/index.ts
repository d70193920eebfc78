export { shortcutsDialog } from './grid-shortcuts.ts';
export { type ChosenPhotos, type PhotoAction, usePreparedActions } from './photo-action.ts';
export { PhotoView } from './photo-view.tsx';
export { rememberViewed } from './return-to-viewed.tsx';
export { type Selected, SelectionBar } from './selection-bar.tsx';
