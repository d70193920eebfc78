import ShortcutsDialog, { GRID_SHORTCUTS } from './shortcuts-dialog.tsx';

/** What the keys do among photos. */
export default function GridShortcutsDialog(props: { isOpen: boolean; onClose: () => void }) {
  return <ShortcutsDialog shortcuts={GRID_SHORTCUTS} {...props} />;
}
